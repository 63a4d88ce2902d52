/** Builds the command line: help for all commands, the module of only the one that is run. */
import { Command, CommanderError } from 'commander'
import { explainConfig, explainPlatforms, loadConfig, loadPlatforms } from '../../config/load.ts'
import { secretsOf } from '../daemon/secrets.ts'
import { UsageError } from '../model/errors.ts'
import type { CommandContext, Options } from './command.ts'
import { type CommandEntry, commandGroups, commands } from './commands.ts'
import { behindCommand, commonOptions, defineAll, defineCommand, nameCommand } from './define-command.ts'
import { exitCodes } from './exit-code.ts'
import { limitFileAccess } from './file-access.ts'
import { type Output, openTerminal } from './terminal.ts'

export interface Invocation {
  argv: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  stdout: Output
  /** Notes for people; without one they are not written. */
  stderr?: NodeJS.WritableStream
  signal: AbortSignal
  now: () => number
  version: string
  /** Given every secret of a configuration that a command reads: none may be in what is printed of an error. */
  keepSecret?: (values: readonly string[]) => void
}

/** Answers the exit code. Throws what the command throws; wrong usage as UsageError. */
export async function runProgram(given: Invocation): Promise<number> {
  const invocation = { ...given, argv: behindCommand(given.argv) }
  const program = new Command('docvault')
    .description('Backup, audit and disaster recovery for documentation platforms.')
    .version(invocation.version)
    .exitOverride()
    .configureOutput({
      writeErr: () => {},
      writeOut: text => void invocation.stdout.write(text),
      getOutHelpWidth: () => invocation.stdout.columns ?? 80,
    })
    .addHelpCommand(
      new Command('help')
        .argument('[command]')
        .helpOption(false)
        .description('the options of a command, with examples')
        .helpGroup(`${commandGroups.configure}:`),
    )
    .addHelpText(
      'after',
      '\nEvery command takes --json, --config, --vault and --platform.\n`docvault diff --help` explains one, with examples.',
    )
  let exitCode: number = exitCodes.done
  for (const entry of commands) {
    await addCommand(program, entry, invocation, code => {
      exitCode = code
    })
  }
  try {
    await program.parseAsync(invocation.argv, { from: 'user' })
    return exitCode
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return afterCommander(error, program)
  }
}

async function addCommand(
  program: Command,
  entry: CommandEntry,
  invocation: Invocation,
  finish: (code: number) => void,
): Promise<void> {
  const command = nameCommand(entry).copyInheritedSettings(program)
  program.addCommand(command)
  const [first, second] = invocation.argv
  if ((first === 'help' ? second : first) !== entry.name) return
  const module = await defineCommand(entry, command)
  for (const option of commonOptions()) command.addOption(option)
  command.action(async () => finish(await module.run(contextOf(command, invocation))))
}

function contextOf(command: Command, invocation: Invocation): CommandContext {
  const options = optionsOf(command.opts())
  const sources = { file: options.text('config'), env: invocation.env }
  return {
    args: command.args,
    options,
    signal: invocation.signal,
    env: invocation.env,
    now: invocation.now,
    version: invocation.version,
    terminal: openTerminal(invocation.stdout, {
      stderr: invocation.stderr,
      json: options.flag('json'),
      env: invocation.env,
      now: invocation.now,
    }),
    runCommand: (argv, env) => runProgram({ ...invocation, argv, env: { ...invocation.env, ...env } }),
    commands: async () => {
      const defined = (await defineAll()).map(definition => definition.command)
      for (const command of defined) for (const option of commonOptions()) command.addOption(option)
      return defined
    },
    config(flags = {}) {
      const config = loadConfig({
        ...sources,
        platform: options.text('platform'),
        flags: { 'vault.path': options.text('vault'), ...flags },
      })
      limitFileAccess(config)
      invocation.keepSecret?.(secretsOf([{ config }]))
      return config
    },
    given() {
      const platform = options.text('platform')
      const flags = { 'vault.path': options.text('vault') }
      const { config, origins } = explainConfig({ ...sources, platform, flags })
      return Object.fromEntries(Object.entries(config).filter(([key]) => origins[key] !== 'default'))
    },
    platforms() {
      const platforms = loadPlatforms({ ...sources, flags: { 'vault.path': options.text('vault') } })
      limitFileAccess(platforms[0]?.config)
      invocation.keepSecret?.(secretsOf(platforms))
      return platforms
    },
    explain: () => explainPlatforms({ ...sources, flags: { 'vault.path': options.text('vault') } }),
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
