/** What to type to see what was found, what brought it or took it away, and to put it back. */
import { shellWord } from '../model/shell-word.ts'
import { declarationOf } from '../resources/index.ts'
import { isPersonKind } from '../resources/people.ts'
import type { Match } from './query/match.ts'

export interface MatchCommands {
  show: string
  compare: string | null
  restore: string | null
}

type Named = Pick<
  Match,
  | 'kind'
  | 'id'
  | 'parent'
  | 'parentKind'
  | 'isParentGone'
  | 'path'
  | 'gitPath'
  | 'first'
  | 'last'
  | 'gone'
  | 'snapshots'
  | 'isMarkdown'
>

export function commandsFor(match: Named): MatchCommands {
  return { show: show(match), compare: compare(match), restore: restore(match) }
}

function show({ kind, id, parent, last, isMarkdown }: Named): string {
  const within = parent === null ? [] : ['--in', parent]
  return line('show', String(last), kind, id, ...within, ...(isMarkdown ? ['--as', 'markdown'] : []))
}

/** Null where nothing came before the text and nothing after it. */
function compare({ kind, path, gitPath, first, last, gone, snapshots }: Named): string | null {
  const before = snapshots[snapshots.indexOf(first) - 1]
  const ends = gone !== null ? [last, gone] : before !== undefined ? [before, first] : null
  if (ends === null) return null
  const place = gitPath ?? path
  return line('diff', ...ends.map(String), '--kind', kind, ...(place === null ? [] : ['--path', place]))
}

const OPTIONS: Readonly<Record<string, string>> = {
  page: '--page',
  space: '--space',
  file: '--file',
  collection: '--collection',
  site: '--site',
}

/** Null for what no operation of the platform writes. */
function restore({ kind, id, parent, parentKind, isParentGone, last }: Named): string | null {
  if (isPersonKind(kind)) return line('restore', String(last), '--person', id)
  // It comes back with its space, and not without.
  if (isParentGone && parentKind === 'space' && parent !== null)
    return line('restore', String(last), '--space', parent)
  const option = Object.hasOwn(OPTIONS, kind) ? OPTIONS[kind] : undefined
  if (option !== undefined) return line('restore', String(last), option, id)
  const declared = declarationOf(kind)
  if (declared === undefined || declared.restore.fidelity === 'no') return null
  const space = declared.parent === 'space' && parent !== null ? ['--space', parent] : []
  return line('restore', String(last), ...space, '--kind', kind)
}

function line(...words: string[]): string {
  return ['docvault', ...words].map(shellWord).join(' ')
}
