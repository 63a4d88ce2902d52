/** The bodies of a page before and after, as a unified diff of their Markdown. */
import { createTwoFilesPatch } from 'diff'
import type { StoredResource, Vault } from '../vault/vault.ts'
import type { DescribedChange } from './compare.ts'

/** Null when the Markdown is the same on both sides, or there is none. Ends with a line break. */
export function bodyDiff(vault: Vault, change: DescribedChange): string | null {
  const before = markdownOf(vault, change.before)
  const after = markdownOf(vault, change.after)
  if (before === after) return null
  const name = change.description.gitPath ?? change.description.path ?? change.description.id
  const patch = createTwoFilesPatch(
    change.before ? `a/${name}` : '/dev/null',
    change.after ? `b/${name}` : '/dev/null',
    before ?? '',
    after ?? '',
    undefined,
    undefined,
    { context: 3 },
  )
  return patch.replace(/^=+\n/, '')
}

function markdownOf(vault: Vault, resource: StoredResource | null): string | null {
  const part = resource?.parts.find(one => one.name === 'markdown')
  return part ? vault.read(part.content).toString() : null
}
