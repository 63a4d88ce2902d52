/**
 * Shapes that many sections share. Schemas name every known field and keep the unknown ones; what the document
 * requires is required, except where services are known to leave it out (docs/development/platform.md#services).
 */
import { z } from 'zod'
import { isId } from '../round-trip.ts'

/** A string of which these values are known: a service may have more. */
export type Open<T extends readonly string[]> = T[number] | (string & Record<never, never>)

export function open<const T extends readonly string[]>(_known: T): z.ZodType<Open<T>> {
  return z.string()
}

const ROLES = ['admin', 'create', 'edit', 'review', 'comment', 'read'] as const
export type Role = Open<typeof ROLES>
export const roleSchema = open(ROLES)

/** Of spaces and collections. */
export type DefaultLevel = Open<readonly [...typeof ROLES, 'inherit']> | null
export const defaultLevelSchema = open([...ROLES, 'inherit']).nullable()

export type Order = 'asc' | 'desc'
/** Without one, a page or a comment comes without its body. */
export type Format = 'document' | 'markdown'

/** What can be asked for, stored and named again: see `isId`. */
export const idSchema = z.string().refine(isId, { error: 'is no id' })

/** What the caller may do, and where it is shown: what stands in it is read by name, and never rejects an answer. */
export const flagsSchema = z.record(z.string(), z.unknown()).nullish()
export const linksSchema = z.record(z.string(), z.unknown()).nullish()

export const userSchema = z.looseObject({
  object: z.literal('user'),
  id: idSchema,
  displayName: z.string(),
  email: z.string().nullish(),
  photoURL: z.string().nullish(),
  urls: linksSchema,
})

/** Where something goes: before or after one of its siblings. */
export type Position<Pointer> = { before: Pointer } | { after: Pointer }
