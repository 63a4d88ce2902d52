/** One line for something that a name may mean: what it is, where it stands, in which nights, and what to type for it. */
import type { NamedCandidate } from '../model/errors.ts'
import { printable } from '../model/printable.ts'

const MOST_STAYS = 3

export function candidateLine(candidate: NamedCandidate): string {
  const { kind, id, title, within, path, command } = candidate
  const place = [within, path].filter(Boolean).join(' / ')
  const name = [kind, id, title, ...(place === '' ? [] : [`[${place}]`])].join('  ')
  return `  ${printable(name)}  ${nightsOf(candidate)}: \`${printable(command)}\``
}

/** `stood in #3 (2026-03-02) to #41 (2026-04-10)`, `since #3 (2026-03-02)`; the newest first. */
export function nightsOf({ stood }: Pick<NamedCandidate, 'stood'>): string {
  const stays = stood.slice(0, MOST_STAYS).map(({ first, last }) => {
    if (last === null) return `since ${nightOf(first)}`
    return last.snapshot === first.snapshot
      ? `stood in ${nightOf(first)}`
      : `stood in ${nightOf(first)} to ${nightOf(last)}`
  })
  const more = stood.length - stays.length
  return [...stays, ...(more > 0 ? [`and ${more} times before`] : [])].join(', ')
}

function nightOf({ snapshot, started }: { snapshot: number; started: string }): string {
  return `#${snapshot} (${started.slice(0, 10)})`
}
