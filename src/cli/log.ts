import { bodyDiff } from '../diff/body-diff.ts'
import { historyOf } from '../diff/history.ts'
import { UsageError } from '../model/errors.ts'
import { plural } from '../model/plural.ts'
import { resources } from '../resources/index.ts'
import { backupMoments } from '../vault/sealed-backups.ts'
import { changeEvent } from './change-event.ts'
import { emitChange } from './change-output.ts'
import type { CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { findLast, typing } from './find-resource.ts'
import { assertKind } from './kinds.ts'
import { snapshotWords } from './named-snapshot.ts'
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
      .argument('<id>', 'its id, path or title, of what is gone by now, too')
      .option('--in <id>', 'id or title of what it stands under, where several are called so')
      .option('--org <id>', 'only in this organization')
      .option(
        '--since <time>',
        "only states that a snapshot of this time or later saw first, e.g. 'last tuesday'",
      )
      .option('--brief', 'one line a state, without the bodies')
  },
  async run(context) {
    const { args, options, terminal } = context
    const [kindText = '', id = ''] = args
    const kind = assertKind(kindText)
    const vault = openConfigured(context)
    try {
      const sealed = backupMoments(vault, { organization: options.text('org') })
      const known = sealed.findLast(snapshot => vault.find(snapshot.snapshot, kind, id).length > 0)
      const last = sealed.findLast(
        moment => known === undefined || moment.organization === known.organization,
      )
      const newest = last === undefined ? null : vault.snapshot(last.snapshot)
      if (newest === null) throw new UsageError('there is no snapshot yet', { hint: 'run `docvault backup`' })
      const wish = { kind, name: id, within: options.text('in') }
      const named = { vault, snapshot: newest, wish, command: typing(vault, () => 'log') }
      const { key } = findLast(named, terminal).resource
      let states = 0
      const since = options.text('since')
      const from = since === undefined ? Number.NEGATIVE_INFINITY : vault.time(since).from
      for (const { snapshot, change } of historyOf(vault, resources, key)) {
        const started = vault.startedAt(snapshot) ?? ''
        if (since !== undefined && !(Date.parse(started) >= from)) continue
        states++
        const brief = options.flag('brief')
        terminal.event('state', {
          snapshot,
          started,
          ...changeEvent(change, brief ? null : bodyDiff(vault, change)),
        })
        if (terminal.json) continue
        terminal.line(
          terminal.colors.bold(
            snapshotWords({ ...vault.snapshot(snapshot), snapshot, started }, vault, terminal),
          ),
        )
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
