/**
 * The form of a command: what the help says, and one function that does the work. A command's module is loaded only
 * when the command is run, so that `docvault show` starts fast.
 */
import type { Command } from 'commander'
import type { Explanation, PlatformConfig } from '../../config/load.ts'
import type { Config } from '../../config/settings.ts'
import type { Terminal } from './terminal.ts'

/** A command line that can be typed as it stands, and what comes of it. */
export type Example = readonly [line: string, does: string]

export interface CommandModule {
  /** Real ones, the most useful first: help, manual and man pages show them. */
  examples: readonly Example[]
  /** Adds arguments and options; the name and summary are there already. */
  define(command: Command): void
  /** Answers the exit code. Errors are thrown. */
  run(context: CommandContext): Promise<number>
}

export interface CommandContext {
  /** Arguments in order; a variadic one is spread. */
  args: readonly string[]
  options: Options
  terminal: Terminal
  signal: AbortSignal
  env: Readonly<Record<string, string | undefined>>
  /** Milliseconds since the epoch. */
  now(): number
  /** Of docvault. */
  version: string
  /** Runs another command line in these surroundings, with some of the environment replaced. Answers its exit code. */
  runCommand(argv: readonly string[], env: Readonly<Record<string, string>>): Promise<number>
  /** All of them, with the options that are common. */
  commands(): Promise<Command[]>
  /** Loaded on first use: `emulator` needs none. */
  config(flags?: Readonly<Record<string, string | undefined>>): Config
  /** Of `config`, what somebody gave, and not the defaults. */
  given(): Readonly<Record<string, unknown>>
  /** Every platform that is configured; read anew by each call. */
  platforms(): PlatformConfig[]
  /** The same, and where each value comes from. */
  explain(): Explanation
}

export interface Options {
  text(name: string): string | undefined
  list(name: string): string[] | undefined
  flag(name: string): boolean
}
