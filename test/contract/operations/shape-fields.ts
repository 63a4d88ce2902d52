/** Fields that many shapes share (docs/development/platform.md#sections, 2). */
import { z } from 'zod'

export const id = z.string().min(1)
export const date = z.iso.datetime({ offset: true })
export const optional = {
  string: z.string().optional(),
  date: date.optional(),
  boolean: z.boolean().optional(),
}
const roles = ['admin', 'create', 'review', 'edit', 'comment', 'read'] as const
export const role = z.enum(roles).nullable()
export const level = z.enum([...roles, 'inherit']).nullable()

export function linksOf<const K extends string>(required: readonly K[]): z.ZodType {
  return z
    .record(z.string(), z.string())
    .refine(urls => required.every(key => key in urls), `urls must have ${required.join(', ')}`)
}

export function flagsOf(keys: readonly string[]): z.ZodType {
  return z
    .record(z.string(), z.boolean())
    .refine(flags => keys.every(key => key in flags), `permissions must have ${keys.join(', ')}`)
}

export const user = z.looseObject({
  object: z.literal('user'),
  id,
  displayName: z.string(),
  email: z.string(),
  photoURL: z.string(),
  urls: linksOf(['location']),
})
