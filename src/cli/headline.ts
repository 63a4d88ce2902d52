/** The first lines of what changed: between which two snapshots, and the places, the most important first. */

import { type HeadlinePlace, headlineWords } from '../diff/headline.ts'
import type { Sides } from '../diff/owners.ts'
import { plural } from '../model/plural.ts'
import type { Vault } from '../vault/vault.ts'
import { snapshotWords } from './named-snapshot.ts'
import { printable, type Terminal } from './terminal.ts'

const SHOWN = 20

export function printHeadline(
  vault: Vault,
  terminal: Terminal,
  { a, b }: Sides,
  places: readonly HeadlinePlace[],
): void {
  terminal.line(`from ${snapshotWords(a, vault, terminal)} to ${snapshotWords(b, vault, terminal)}`)
  for (const place of places.slice(0, SHOWN))
    terminal.line(`  ${colorOf(terminal, place)(printable(headlineWords(place)))}`)
  const rest = places.slice(SHOWN)
  const changes = rest.reduce((sum, place) => sum + place.changes, 0)
  if (rest.length > 0)
    terminal.line(`  … and ${plural(changes, 'change')} in ${plural(rest.length, 'other place')}`)
  terminal.line()
}

function colorOf({ colors }: Terminal, { state }: HeadlinePlace): (text: string) => string {
  return { removed: colors.red, added: colors.green, changed: colors.yellow, unknown: colors.magenta }[state]
}
