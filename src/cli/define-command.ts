/** A command as commander knows it: the program, the manual, the man pages and the completion are made from the same. */
import { Command, Option } from 'commander'
import type { CommandModule, Example } from './command.ts'
import { type CommandEntry, commandGroups, commands } from './commands.ts'

export interface DefinedCommand {
  entry: CommandEntry
  command: Command
  module: CommandModule
}

/** What `docvault --help` says of it. */
export function nameCommand(entry: CommandEntry): Command {
  return new Command(entry.name)
    .summary(entry.summary)
    .description(entry.summary)
    .helpGroup(`${commandGroups[entry.group]}:`)
}

/** Adds what only its own help says; loads its module for that. */
export async function defineCommand(entry: CommandEntry, command: Command): Promise<CommandModule> {
  const module = await entry.load()
  module.define(command)
  command.addHelpText('after', `\nExamples:\n${module.examples.map(helpOf).join('\n')}`)
  return module
}

/** Of every command, beside its own. */
export function commonOptions(): Option[] {
  return [
    new Option('--json', 'JSON lines with a message_type each'),
    new Option(
      '--config <file>',
      'configuration file (default: DOCVAULT_CONFIG, or the first that is found)',
    ),
    new Option('--vault <folder>', 'the vault, instead of vault.path'),
    new Option('--platform <name>', 'which of the configured platforms'),
  ].map(option => option.helpGroup('Options of every command:'))
}

/** With the options of every command behind its name, where other programs have them before it. */
export function behindCommand(argv: readonly string[]): readonly string[] {
  const known = commonOptions()
  let at = 0
  for (;;) {
    const [flag, ...value] = argv[at]?.split('=') ?? []
    const option = known.find(({ long }) => long === flag)
    if (option === undefined) break
    at += option.required && value.length === 0 ? 2 : 1
  }
  const name = argv[at]
  // An option of the program itself, a command that is not there or nothing: as it was typed.
  if (at === 0 || name === undefined || !commands.some(entry => entry.name === name)) return argv
  return [name, ...argv.slice(0, at), ...argv.slice(at + 1)]
}

/** In the order of the help. */
export async function defineAll(): Promise<DefinedCommand[]> {
  const order = Object.keys(commandGroups)
  const sorted = commands.toSorted((a, b) => order.indexOf(a.group) - order.indexOf(b.group))
  return Promise.all(
    sorted.map(async entry => {
      const command = nameCommand(entry)
      return { entry, command, module: await defineCommand(entry, command) }
    }),
  )
}

function helpOf([line, does]: Example): string {
  return `  $ ${line}\n      ${does}`
}
