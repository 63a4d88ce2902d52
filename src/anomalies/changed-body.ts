import type { StoredPart, StoredResource } from '../vault/vault.ts'

export interface ChangedBody {
  before: StoredPart
  after: StoredPart
}

/** In the same form on both sides: the Markdown may have been put off. */
const PARTS = ['markdown', 'document']

/** Null: there is none on one of the sides, or it is the same. */
export function changedBodyOf(
  before: StoredResource | null,
  after: StoredResource | null,
): ChangedBody | null {
  for (const name of PARTS) {
    const [was, is] = [before, after].map(state => state?.parts.find(part => part.name === name))
    if (was && is) return was.digest === is.digest ? null : { before: was, after: is }
  }
  return null
}
