import { type ExportedSpace, exportSpaces } from '../export/export.ts'
import { formatBytes } from '../model/format.ts'
import { plural } from '../model/plural.ts'
import type { SnapshotSummary } from '../model/snapshot.ts'
import type { StoredResource, Vault } from '../vault/vault.ts'
import { barOf } from './bar.ts'
import type { CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { findOne } from './find-resource.ts'
import { namedSnapshot, SNAPSHOT_ARGUMENT } from './named-snapshot.ts'
import { openConfigured } from './open-vault.ts'
import { printable } from './terminal.ts'

export const exportCommand: CommandModule = {
  examples: [
    ['docvault export latest out', 'every space as a folder of Markdown'],
    ['docvault export latest handbook --space Handbook --zip', 'one space as a zip file'],
  ],
  define(command) {
    command
      .argument('<snapshot>', SNAPSHOT_ARGUMENT)
      .argument('<folder>', 'absent or empty; one bundle folder for each space is made in it')
      .option('--space <id>', 'only this space, by id or title; the folder is then the bundle itself')
      .option('--zip', 'zip files instead of folders')
      .option(
        '--replace',
        'overwrite what an export wrote there before, and remove what it wrote for spaces that are gone',
      )
      .option('--org <id>', 'which organization `latest` means')
  },
  async run(context) {
    const { args, options, terminal } = context
    const [name = '', target = ''] = args
    const vault = openConfigured(context)
    const bar = barOf(terminal)
    try {
      const source = namedSnapshot(vault, name, terminal, { organization: options.text('org') })
      const { snapshot, gaps } = source
      const request = {
        snapshot,
        target,
        space: spaceNamed(vault, source, options.text('space')),
        zip: options.flag('zip'),
        replace: options.flag('replace'),
      }
      let spaces = 0
      let lost = 0
      let damaged = 0
      if (request.space === undefined) {
        const { resources, unread } = vault.readable(snapshot, { kind: 'space' })
        bar.expect(resources.length + unread.length)
      }
      for await (const exported of exportSpaces(vault, request)) {
        spaces++
        lost += exported.lost.length
        damaged += exported.damaged.length
        terminal.event('exported', exported)
        bar.step()
        bar.above(() => {
          for (const line of linesOf(exported)) terminal.line(printable(line))
        })
      }
      bar.stop()
      terminal.event('summary', { snapshot, spaces, gaps: gaps.length, lost, damaged })
      if (spaces === 0) terminal.line(`snapshot ${snapshot} has no spaces`)
      if (lost > 0)
        terminal.line(
          `left out because it is lost: ${plural(lost, 'thing')}; \`docvault check\` says which snapshots have another state`,
        )
      if (damaged > 0)
        terminal.line(
          `left out because it is damaged: ${plural(damaged, 'thing')}; \`docvault repair\` says what can be mended`,
        )
      if (gaps.length > 0)
        terminal.line(
          `snapshot ${snapshot} is partial: ${plural(gaps.length, 'gap')}, see \`docvault snapshots\`; what they cover is older or missing here`,
        )
      if (damaged > 0) return exitCodes.damage
      return lost + gaps.length > 0 ? exitCodes.partial : exitCodes.done
    } finally {
      bar.stop()
      vault.close()
    }
  },
}

/** Its id. Throws UsageError. */
function spaceNamed(vault: Vault, snapshot: SnapshotSummary, name: string | undefined): string | undefined {
  if (name === undefined) return undefined
  const command = ({ kind, id }: StoredResource, at: number) =>
    kind === 'space' ? `docvault export ${at} FOLDER --space ${id}` : null
  return findOne({ vault, snapshot, wish: { kind: 'space', name }, command }).id
}

function linesOf({
  target,
  pages,
  files,
  bytes,
  renamed,
  skipped,
  lost,
  damaged,
  rendered,
}: ExportedSpace): string[] {
  return [
    `${target}: ${plural(pages, 'page')}, ${plural(files, 'file')}, ${formatBytes(bytes)}`,
    ...(rendered > 0
      ? [
          `  ${plural(rendered, 'page')} rendered by docvault from documents: the platform's Markdown is not in this snapshot`,
        ]
      : []),
    ...renamed.map(({ from, to, reason }) => `  renamed: ${from} → ${to}: ${reason}`),
    ...skipped.map(sentence => `  not written: ${sentence}`),
    ...lost.map(sentence => `  lost: ${sentence}`),
    ...damaged.map(sentence => `  damaged: ${sentence}`),
  ]
}
