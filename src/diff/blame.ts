/** For each line of a page: since which snapshot it stands. Reads every version of the page, once. */
import { diffLines } from 'diff'
import { isSameButForBody } from '../model/deferred-part.ts'
import type { SnapshotSummary } from '../model/snapshot.ts'
import type { StoredResource, Vault } from '../vault/vault.ts'

export interface BlamedLine {
  text: string
  /** The first snapshot in which the line stood there without a break until the one asked for. */
  since: number
}

/** Null where the resource has no Markdown in the snapshot. */
export function blame(
  vault: Vault,
  snapshot: SnapshotSummary,
  resource: StoredResource,
): BlamedLine[] | null {
  let lines: BlamedLine[] | null = null
  let before: { state: StoredResource; since: number } | null = null
  for (const state of vault.statesOf(resource.key)) {
    if (state.since > snapshot.snapshot) break
    const part = state.parts.find(({ name }) => name === 'markdown')
    const text = part ? vault.read(part.content).toString() : null
    // Markdown that came later than its document says what stood there since then.
    const since: number = before && isSameButForBody(before.state, state) ? before.since : state.since
    lines = text === null ? null : carry(lines ?? [], text, since)
    before = { state, since }
  }
  return lines
}

function carry(old: readonly BlamedLine[], text: string, since: number): BlamedLine[] {
  const before = old.map(line => `${line.text}\n`).join('')
  const after = text.endsWith('\n') || text === '' ? text : `${text}\n`
  const carried: BlamedLine[] = []
  let at = 0
  for (const { added, removed, value } of diffLines(before, after)) {
    const lines = value.split('\n').slice(0, -1)
    if (removed) at += lines.length
    else if (added) carried.push(...lines.map(line => ({ text: line, since })))
    else
      for (const line of lines) {
        carried.push({ text: line, since: old[at]?.since ?? since })
        at++
      }
  }
  return carried
}
