/**
 * Whether a snapshot has everything that a restore is asked for by name: known before the target is read, which may take
 * long. What it does not have is never taken from another one: the error says which have it.
 */

import { type Asked, livesIn } from '../lookup/unclear.ts'
import { makeTyping, NAMED, NAMED_LISTS } from '../restore/read/named-items.ts'
import type { RestoreChoice } from '../restore/request.ts'
import type { StoredResource } from '../vault/vault.ts'
import type { CommandContext } from './command.ts'
import { findOne } from './find-resource.ts'
import { namedSnapshot } from './named-snapshot.ts'
import { openConfigured } from './open-vault.ts'
import type { Terminal } from './terminal.ts'

const MOST_OTHERS = 3

export function hasNames(choice: RestoreChoice): boolean {
  return NAMED_LISTS.some(list => choice[list] !== undefined)
}

/** The number of the snapshot: what was looked into is what is restored. Throws UsageError. */
export function numberWithAll(context: CommandContext, name: string, choice: RestoreChoice): string {
  const vault = openConfigured(context)
  try {
    const organization = context.options.text('org')
    const snapshot = namedSnapshot(vault, name, context.terminal, { organization })
    const command = makeTyping(number => `docvault restore ${number} `)
    for (const list of NAMED_LISTS)
      for (const named of choice[list] ?? []) {
        const asked = { vault, snapshot, wish: { kind: NAMED[list].kind, name: named }, command }
        noteOthers(asked, findOne(asked), context.terminal)
      }
    return String(snapshot.snapshot)
  } finally {
    vault.close()
  }
}

/** What stood elsewhere under the same name, and is not in the snapshot: perhaps that was meant. */
function noteOthers(asked: Asked, found: StoredResource, terminal: Terminal): void {
  const { vault, snapshot, wish, command } = asked
  if (found.id === wish.name) return
  const gone = livesIn(asked).found.filter(
    ({ resource }) => vault.at(snapshot.snapshot, resource.key) === null,
  )
  for (const { resource, snapshot: last } of gone.slice(0, MOST_OTHERS))
    terminal.note(
      `another ${wish.kind} ${wish.name} is not in snapshot ${snapshot.snapshot}, but in ${last.snapshot}: \`${command(resource, last.snapshot)}\``,
    )
}
