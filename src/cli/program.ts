/** Builds the command line: help for all commands, the module of only the one that is run. */
import { Command, CommanderError, Option } from 'commander'
import { loadConfig, loadPlatforms } from '../../config/load.ts'
import { UsageError } from '../model/errors.ts'
import type { CommandContext, Options } from './command.ts'
import { type CommandEntry, commands } from './commands.ts'
import { exitCodes } from './exit-code.ts'
import { openTerminal } from './terminal.ts'

export interface Surroundings {
  argv: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  stdout: NodeJS.WriteStream
  signal: AbortSignal
  version: string
}

/** Answers the exit code. Throws what the command throws; wrong usage as UsageError. */
export async function runProgram(around: Surroundings): Promise<number> {
  const program = new Command('docvault')
    .description('Backup, audit and disaster recovery for documentation platforms.')
    .version(around.version)
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
  let exitCode: number = exitCodes.done
  for (const entry of commands) {
    await addCommand(program, entry, around, code => {
      exitCode = code
    })
  }
  try {
    await program.parseAsync(around.argv, { from: 'user' })
    return exitCode
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return afterCommander(error, program)
  }
}

async function addCommand(
  program: Command,
  entry: CommandEntry,
  around: Surroundings,
  finish: (code: number) => void,
): Promise<void> {
  const command = program.command(entry.name).summary(entry.summary).description(entry.summary)
  if (around.argv[0] !== entry.name) return
  const module = await entry.load()
  module.define(command)
  command
    .addOption(new Option('--json', 'JSON lines with a message_type each'))
    .addOption(
      new Option('--config <file>', 'configuration file (default: DOCVAULT_CONFIG or docvault.yaml)'),
    )
    .addOption(new Option('--vault <folder>', 'the vault, instead of vault.path'))
    .addOption(new Option('--platform <name>', 'which of the configured platforms'))
    .action(async () => finish(await module.run(contextOf(command, around))))
}

function contextOf(command: Command, around: Surroundings): CommandContext {
  const options = optionsOf(command.opts())
  const sources = { file: options.text('config'), env: around.env }
  return {
    args: command.args,
    options,
    signal: around.signal,
    version: around.version,
    terminal: openTerminal(around.stdout, options.flag('json')),
    runCommand: (argv, env) => runProgram({ ...around, argv, env: { ...around.env, ...env } }),
    config: (flags = {}) =>
      loadConfig({
        ...sources,
        platform: options.text('platform'),
        flags: { 'vault.path': options.text('vault'), ...flags },
      }),
    platforms: () => loadPlatforms({ ...sources, flags: { 'vault.path': options.text('vault') } }),
  }
}

function optionsOf(values: Readonly<Record<string, unknown>>): Options {
  return {
    flag: name => values[name] === true,
    text: name => (typeof values[name] === 'string' ? values[name] : undefined),
    list: name => (Array.isArray(values[name]) ? values[name].map(String) : undefined),
  }
}

function afterCommander(error: CommanderError, program: Command): number {
  if (error.exitCode === 0) return exitCodes.done
  if (error.code === 'commander.help') {
    program.outputHelp()
    return exitCodes.usage
  }
  throw new UsageError(error.message.replace(/^error: /, ''), {
    hint: '`docvault --help` lists the commands',
  })
}
