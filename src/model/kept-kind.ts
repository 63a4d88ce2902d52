/**
 * Kinds that come as text: from vaults, plans, journals and requests. One that this version does not declare is kept as
 * it is, because an older or a newer version may have written it; which are known, the list of kinds says.
 */
import { z } from 'zod'
import type { Kind } from './resource.ts'

export function isKeptKind(text: unknown): text is Kind {
  return typeof text === 'string'
}

export const keptKindSchema = z.string().refine(isKeptKind)
