/**
 * What is documented (docs/development/platform.md#sections, 2), to the letter: every required field with its type,
 * every other one with its type where it is there. Stricter than the client, which has to live with services that
 * differ.
 */
import { z } from 'zod'
import { user } from './shape-fields.ts'
import * as companies from './shapes-of-companies.ts'
import * as content from './shapes-of-content.ts'
import * as discussions from './shapes-of-discussions.ts'
import * as sites from './shapes-of-sites.ts'

const shapes = { user, ...companies, ...content, ...discussions, ...sites }

/** The value itself; a deviation throws with the field's name. */
export function ofShape<T>(name: keyof typeof shapes, value: T): T {
  const result = shapes[name].safeParse(value)
  if (!result.success) throw new Error(`no ${name}: ${z.prettifyError(result.error)}`)
  return value
}
