/** The commands and their options, as commander knows them once a command's module has defined them. */
import type { Command, Option } from 'commander'
import type { CommandModule } from '../../src/cli/command.ts'
import { commands, vaultUses } from '../../src/cli/commands.ts'
import { type DefinedCommand, defineAll } from '../../src/cli/define-command.ts'
import { code, sentence, table } from './markdown.ts'

export async function commandTable(): Promise<string> {
  const defined = await defineAll()
  return table(
    ['command', 'does'],
    defined.map(({ command }) => [code(usageOf(command)), sentence(command.summary())]),
  )
}

/** What each is to the daemon that holds the vault. */
export function besideTable(): string {
  const uses = Object.entries<string>(vaultUses).map(([use, does]) => {
    const names = commands.filter(command => command.vault === use).map(command => code(command.name))
    return [names.join(', '), sentence(does)]
  })
  return table(['command', 'beside a daemon'], uses)
}

/** A heading, the usage, the options and the examples of each command. */
export async function commandOptions(): Promise<string> {
  return (await defineAll()).map(describe).join('\n\n')
}

function describe({ command, module }: DefinedCommand): string {
  const heading = `## ${command.name()}\n\n${sentence(command.summary())}`
  const usage = `\`\`\`sh\ndocvault ${usageOf(command)}${command.options.length > 0 ? ' [options]' : ''}\n\`\`\``
  return [heading, usage, argumentsOf(command), optionsOf(command), examplesOf(module)]
    .filter(Boolean)
    .join('\n\n')
}

function examplesOf({ examples }: CommandModule): string {
  const lines = examples.flatMap(([line, does]) => [`# ${does}`, line])
  return ['```sh', ...lines, '```'].join('\n')
}

export function usageOf(command: Command): string {
  const names = command.registeredArguments.map(argument => {
    const name = argument.name() + (argument.variadic ? '...' : '')
    return argument.required ? `<${name}>` : `[${name}]`
  })
  return [command.name(), ...names].join(' ')
}

function argumentsOf(command: Command): string {
  const rows = command.registeredArguments.map(argument => [code(argument.name()), argument.description])
  return rows.length === 0 ? '' : table(['argument', 'meaning'], rows)
}

function optionsOf(command: Command): string {
  const rows = command.options.map(option => [code(option.flags), option.description, defaultOf(option)])
  return rows.length === 0 ? '' : table(['option', 'meaning', 'default'], rows)
}

function defaultOf({ defaultValue }: Option): string {
  const value: unknown = defaultValue
  return value === undefined || value === false ? '' : code(String(value))
}
