/** The man pages: one of docvault, one of each command, from what commander and the declarations know. */
import type { Command, Option } from 'commander'
import { searchPath } from '../../config/file.ts'
import { environmentName, type Setting, settings } from '../../config/settings.ts'
import { commandGroups } from '../../src/cli/commands.ts'
import { commonOptions, type DefinedCommand, defineAll } from '../../src/cli/define-command.ts'
import { exitCodeDocs, exitCodes } from '../../src/cli/exit-code.ts'
import { usageOf } from './commands.ts'
import { bold, escapeRoff, examples, item, prose, section } from './roff.ts'

/** By the path in the package. */
export async function manPages(version: string): Promise<Map<string, string>> {
  const defined = await defineAll()
  const files: [string, string[]][] = [['docvault', mainPage(defined)]]
  for (const command of defined) files.push([`docvault-${command.entry.name}`, commandPage(command)])
  return new Map(
    files.map(([name, lines]) => [`man/${name}.1`, [titleOf(name, version), ...lines, ''].join('\n')]),
  )
}

/** Without a date, so that the same code makes the same page on every day. */
function titleOf(name: string, version: string): string {
  return [
    '.\\" Made by npm run docs: edit the declarations, not this.',
    `.TH ${name.toUpperCase()} 1 "" "docvault ${version}" "docvault"`,
  ].join('\n')
}

function mainPage(defined: readonly DefinedCommand[]): string[] {
  return [
    ...section('NAME', ['docvault \\- backup, audit and disaster recovery for documentation platforms']),
    ...section('SYNOPSIS', [
      `${bold('docvault')} \\fIcommand\\fR [\\fIargument\\fR ...] [\\fIoption\\fR ...]`,
    ]),
    ...section('DESCRIPTION', [
      prose(
        'docvault keeps what a documentation platform holds in a vault of its own: snapshots that are never overwritten, each of which says whether it is complete. It shows what changed, reports who has access, and puts back what was lost.',
      ),
      '.PP',
      prose('Each command has a page of its own, such as `docvault-backup`(1).'),
    ]),
    ...section(
      'COMMANDS',
      Object.entries(commandGroups).flatMap(([group, title]) => groupOf(defined, group, title)),
    ),
    ...section('OPTIONS OF EVERY COMMAND', commonOptions().flatMap(optionOf)),
    ...section('CONFIGURATION', configuration()),
    ...section('ENVIRONMENT', environment()),
    ...section('FILES', files()),
    ...section('EXIT STATUS', exitStatus()),
    ...section('SEE ALSO', [seeAlso(defined.map(command => `docvault-${command.entry.name}`))]),
  ]
}

function groupOf(defined: readonly DefinedCommand[], group: string, title: string): string[] {
  const members = defined.filter(command => command.entry.group === group)
  return [
    `.SS ${escapeRoff(title)}`,
    ...members.flatMap(({ command, module }) => [
      ...item(bold(`docvault ${usageOf(command)}`), prose(sentenceOf(command.summary()))),
      ...(command.options.length === 0 ? [] : ['.RS', ...command.options.flatMap(optionOf), '.RE']),
      ...(module.examples.length === 0
        ? []
        : ['.RS', '.PP', 'Examples:', ...examples(module.examples), '.RE']),
    ]),
  ]
}

function commandPage({ entry, command, module }: DefinedCommand): string[] {
  const name = `docvault-${entry.name}`
  return [
    ...section('NAME', [`${escapeRoff(name)} \\- ${escapeRoff(entry.summary)}`]),
    ...section('SYNOPSIS', [`${bold(`docvault ${usageOf(command)}`)} [\\fIoption\\fR ...]`]),
    ...section('DESCRIPTION', [prose(sentenceOf(entry.summary))]),
    ...section('ARGUMENTS', argumentsOf(command)),
    ...section('OPTIONS', command.options.flatMap(optionOf)),
    ...section('OPTIONS OF EVERY COMMAND', commonOptions().flatMap(optionOf)),
    ...section('EXAMPLES', examples(module.examples)),
    ...section('EXIT STATUS', exitStatus()),
    ...section('SEE ALSO', [seeAlso(['docvault'])]),
  ]
}

function argumentsOf(command: Command): string[] {
  return command.registeredArguments.flatMap(argument =>
    item(`\\fI${escapeRoff(argument.name())}\\fR`, prose(argument.description)),
  )
}

function optionOf({ flags, description, defaultValue }: Option): string[] {
  const value: unknown = defaultValue
  const preset =
    value === undefined || value === false || value === true ? '' : ` (default: ${String(value)})`
  return item(bold(flags), prose(sentenceOf(description + preset)))
}

function configuration(): string[] {
  return [
    prose(
      'A setting is taken from the first of these that has it: an option of the command line, the entry of the platform under `platforms` in the configuration file, the environment, the rest of that file, the default. `docvault config show` prints the settings in effect and where each comes from.',
    ),
    '.PP',
    prose('The settings, as the configuration file names them:'),
    ...Object.entries<Setting>(settings).flatMap(([key, { doc }]) => item(bold(key), prose(sentenceOf(doc)))),
  ]
}

function environment(): string[] {
  return [
    ...item(bold('DOCVAULT_CONFIG'), 'The configuration file.'),
    ...item(bold('NO_COLOR'), 'No colors; wins over FORCE_COLOR.'),
    ...item(bold('FORCE_COLOR'), 'Colors in a pipe too; 0 for none.'),
    ...Object.keys(settings).flatMap(key => item(bold(environmentName(key)), `The setting ${bold(key)}.`)),
  ]
}

/** Where a configuration file is looked for, in this order. */
function files(): string[] {
  const found = searchPath({ XDG_CONFIG_HOME: '$XDG_CONFIG_HOME' }).flatMap((file, index) =>
    item(
      bold(file),
      index === 0
        ? 'The configuration file, in the present folder.'
        : 'The configuration file, where none of the ones before is there.',
    ),
  )
  return [...found, '.PP', prose('Without `XDG_CONFIG_HOME`, `~/.config` stands for it.')]
}

function exitStatus(): string[] {
  const meanings: Readonly<Record<string, string>> = exitCodeDocs
  return Object.entries(exitCodes).flatMap(([name, number]) =>
    item(bold(String(number)), prose(sentenceOf(meanings[name] ?? name))),
  )
}

function seeAlso(names: readonly string[]): string {
  return names.map(name => `${bold(name)}(1)`).join(',\n')
}

function sentenceOf(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(first) || first === '' ? first : `${first}.`
}
