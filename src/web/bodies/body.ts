/** What a resource says, as the night kept it. */
import { formatBytes } from '../../model/format.ts'
import type { Body } from '../../render/compare/compare-bodies.ts'
import type { StoredResource, Vault } from '../../vault/vault.ts'

export interface TooLarge {
  tooLarge: string
}

/** More would hold up everybody else; it can be read as its source. */
export const MOST_BYTES = 4 * 1024 * 1024

export function hasBody({ parts }: StoredResource): boolean {
  return parts.some(({ name }) => name === 'document' || name === 'markdown')
}

/** The document where there is one: it says more than its Markdown. */
export function bodyOf(vault: Vault, { parts }: StoredResource): Body | TooLarge {
  const part = parts.find(({ name }) => name === 'document') ?? parts.find(({ name }) => name === 'markdown')
  if (part === undefined) return { markdown: '' }
  if (part.bytes > MOST_BYTES) return { tooLarge: formatBytes(part.bytes) }
  const text = vault.read(part.content).toString()
  return part.name === 'document' ? { document: JSON.parse(text) } : { markdown: text }
}
