/** Checks names of kinds given on the command line. */

import { UsageError } from '../model/errors.ts'
import type { Kind } from '../model/resource.ts'
import { resources } from '../resources/index.ts'

export function assertKind(kind: string): Kind
export function assertKind(kind: string | undefined): Kind | undefined
export function assertKind(kind: string | undefined): Kind | undefined {
  if (kind === undefined) return undefined
  const known = resources.map(resource => resource.kind)
  const found = known.find(name => name === kind)
  if (found !== undefined) return found
  throw new UsageError(`there is no kind "${kind}"`, { hint: `kinds are ${known.join(', ')}` })
}
