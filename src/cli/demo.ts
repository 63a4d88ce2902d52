import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startEmulator } from '../emulator/emulator.ts'
import type { Emulator } from '../emulator/handle.ts'
import { UsageError } from '../model/errors.ts'
import { shellWord } from '../model/shell-word.ts'
import type { CommandContext, CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'

const TITLE = 'docvault manual'
const MARK = '.docvault-demo'

export const demo: CommandModule = {
  examples: [
    ['docvault demo', 'in ./demo, which is made'],
    ['docvault demo --folder /tmp/try', 'in another folder'],
  ],
  define(command) {
    command.option(
      '--folder <folder>',
      'where the vault and the export go; an earlier demo there is replaced',
      'demo',
    )
  },
  async run(context) {
    const folder = prepare(resolve(context.options.text('folder') ?? 'demo'))
    const manual = join(folder, 'manual')
    const emulator = await startEmulator({ load: [{ title: TITLE, folder: manual }], members: 12, teams: 3 })
    try {
      await tell(context, emulator, folder, manual)
    } finally {
      await emulator.close()
    }
    return exitCodes.done
  },
}

/** A fresh folder with a copy of the manual to edit. Nothing that the demo did not make is ever deleted. */
function prepare(folder: string): string {
  if (existsSync(folder) && !existsSync(join(folder, MARK))) {
    throw new UsageError(`${folder} exists and is not from a demo`, {
      hint: 'name another one with --folder',
    })
  }
  rmSync(folder, { recursive: true, force: true })
  const source = ['../../docs', '../../../docs'].map(path => join(import.meta.dirname, path)).find(existsSync)
  if (!source) throw new UsageError('the manual that the demo backs up is not installed')
  cpSync(source, join(folder, 'manual'), { recursive: true })
  writeFileSync(join(folder, MARK), 'Made by `docvault demo`, which replaces this folder.\n')
  writeFileSync(join(folder, 'docvault.yaml'), '# The demo is configured by its environment.\n')
  return folder
}

/** What is configured for real work has no part in a demo. */
function nothingOf(env: CommandContext['env']): Record<string, string> {
  const names = Object.keys(env).filter(name => name.startsWith('DOCVAULT_'))
  return Object.fromEntries(names.map(name => [name, '']))
}

async function tell(
  context: CommandContext,
  emulator: Emulator,
  folder: string,
  manual: string,
): Promise<void> {
  const env = {
    ...nothingOf(context.env),
    DOCVAULT_CONFIG: join(folder, 'docvault.yaml'),
    DOCVAULT_PLATFORM_URL: emulator.url,
    DOCVAULT_PLATFORM_TOKEN: emulator.token,
    DOCVAULT_VAULT_PATH: join(folder, 'vault'),
  }
  const { terminal } = context
  const step = async (words: string, ...argv: string[]) => {
    terminal.line(
      `\n${terminal.colors.bold(words)}\n${terminal.colors.dim(`$ docvault ${argv.map(shellWord).join(' ')}`)}`,
    )
    await context.runCommand(terminal.json ? [...argv, '--json'] : argv, env)
  }
  terminal.line(`An emulated platform listens at ${emulator.url}, with docvault's own manual in a space.`)
  await step('1. The first backup reads everything.', 'backup')
  emulator.resetRequests()
  await step(
    '2. Nothing has changed: the second one asks for the lists only, and for no page and no file.',
    'backup',
  )
  terminal.line(costOf(emulator))
  edit(manual)
  await emulator.load(TITLE, manual)
  emulator.resetRequests()
  await step(
    '3. Somebody edits a page and adds another one. The third backup reads just these two.',
    'backup',
  )
  terminal.line(costOf(emulator))
  await step('4. What is in the vault now:', 'snapshots')
  await step('5. What changed:', 'diff', '2', '3')
  await step(
    '6. The whole space as Markdown and files, byte for byte:',
    'export',
    'latest',
    join(folder, 'export'),
  )
  await step('7. Every stored byte, decoded and hashed again:', 'check', '--read-data')
  whatNext(context, folder)
  // The platform goes with this process: only here can something be put back to it.
  if (terminal.interactive)
    await step('8. The same in a browser, until Ctrl-C: look at every night, and put something back.', 'web')
}

function edit(manual: string): void {
  const home = join(manual, 'README.md')
  writeFileSync(home, `${readFileSync(home, 'utf8')}\nEdited by the demo.\n`)
  writeFileSync(join(manual, 'release-notes.md'), '# Release notes\n\nAdded by the demo.\n')
  const summary = join(manual, 'SUMMARY.md')
  writeFileSync(summary, `${readFileSync(summary, 'utf8').trimEnd()}\n* [Release notes](release-notes.md)\n`)
}

function costOf(emulator: Emulator): string {
  const { total, operations } = emulator.requests()
  const each = Object.entries(operations).map(([name, count]) => `${name} ${count}`)
  return `  the platform counted ${total} requests: ${each.join(', ')}`
}

function whatNext({ terminal }: CommandContext, folder: string): void {
  const vault = join(folder, 'vault')
  const docvault = howToCall()
  terminal.line(`
Try next:
  ${docvault} web --vault ${shellWord(vault)}
  ${docvault} ls latest --kind page --vault ${shellWord(vault)}
  ${docvault} show latest page README.md --as markdown --vault ${shellWord(vault)}
  ${docvault} diff 1 3 --stat --vault ${shellWord(vault)}
  ${docvault} emulator --load ${shellWord('Mine=path/to/a/git-synced/space')}
Your own platform: set DOCVAULT_PLATFORM_URL and DOCVAULT_PLATFORM_TOKEN, then ${docvault} backup.`)
}

/** From source it is the launcher of the checkout; a package was installed by npm. */
function howToCall(): string {
  return import.meta.filename.endsWith('.ts') ? 'bin/docvault' : 'npx docvault'
}
