import { bodyDiff } from '../diff/body-diff.ts'
import { historyOf } from '../diff/history.ts'
import { UsageError } from '../model/errors.ts'
import type { SnapshotSummary } from '../model/snapshot.ts'
import { resources } from '../resources/index.ts'
import type { ResourceKey, Vault } from '../vault/vault.ts'
import { changeEvent } from './change-event.ts'
import { emitChange } from './change-output.ts'
import type { CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { findOne } from './find-resource.ts'
import { formatTime, plural } from './format.ts'
import { assertKind } from './kinds.ts'
import { openConfigured } from './open-vault.ts'
import { printable } from './terminal.ts'

export const log: CommandModule = {
  examples: [
    ['docvault log page README.md --brief', 'one line a state'],
    ['docvault log page README.md', 'with what changed in each'],
  ],
  define(command) {
    command
      .argument('<kind>', 'kind of the resource, e.g. page')
      .argument('<id>', 'its id; for pages and files also the path')
      .option('--in <id>', 'id of the parent, where several have a resource of that id')
      .option('--org <id>', 'only in this organization')
      .option('--brief', 'one line a state, without the bodies')
  },
  async run(context) {
    const { args, options, terminal } = context
    const [kind = '', id = ''] = args
    assertKind(kind)
    const vault = openConfigured(context)
    try {
      const sealed = sealedSnapshots(vault, options.text('org'))
      const key = findEver(vault, sealed, kind, id, options.text('in'))
      const times = new Map(sealed.map(one => [one.snapshot, one.started]))
      let states = 0
      for (const { snapshot, change } of historyOf(vault, resources, key)) {
        states++
        const started = times.get(snapshot) ?? ''
        const brief = options.flag('brief')
        terminal.event('state', {
          snapshot,
          started,
          ...changeEvent(change, brief ? null : bodyDiff(vault, change)),
        })
        if (terminal.json) continue
        terminal.line(terminal.colors.bold(`snapshot ${snapshot}  ${formatTime(started)}`))
        if (brief) terminal.line(printable(`  ${change.actions.join(', ')}: ${change.description.title}`))
        else emitChange(vault, change, terminal, { words: false })
      }
      terminal.line(plural(states, 'state'))
      return exitCodes.done
    } finally {
      vault.close()
    }
  },
}

function sealedSnapshots(vault: Vault, organization: string | undefined): SnapshotSummary[] {
  return vault.snapshots({ organization }).filter(one => one.state === 'complete' || one.state === 'partial')
}

/** The newest snapshot that has it: a resource may be long gone. */
function findEver(
  vault: Vault,
  snapshots: readonly SnapshotSummary[],
  kind: string,
  id: string,
  parent: string | undefined,
): ResourceKey {
  for (const { snapshot } of snapshots.toReversed()) {
    const known = vault
      .find(snapshot, kind, id)
      .filter(one => parent === undefined || one.parentId === parent)
    if (known.length > 0) return findOne(vault, snapshot, { kind, id, parent }).key
  }
  const newest = snapshots.at(-1)
  if (newest === undefined)
    throw new UsageError('there is no snapshot yet', { hint: 'run `docvault backup`' })
  return findOne(vault, newest.snapshot, { kind, id, parent }).key
}
