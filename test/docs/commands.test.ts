import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, CommanderError } from 'commander'
import { describe, expect, test } from 'vitest'
import { loadConfig, loadPlatforms } from '../../config/load.ts'
import { settings } from '../../config/settings.ts'
import { commonOptions, defineAll } from '../../src/cli/define-command.ts'
import { CONDITION_KINDS } from '../../src/notify/condition.ts'
import { temporaryFolder } from '../vault/fixture.ts'
import { pages } from './pages.ts'

const defined = await defineAll()
const typed = pages.flatMap(page =>
  page.blocks
    .filter(block => ['sh', 'console'].includes(block.language))
    .flatMap(block => commandLines(block.text).map(line => ({ file: page.file, line }))),
)
const configurations = pages.flatMap(page =>
  page.blocks
    .filter(
      block => block.language === 'yaml' && !/^(apiVersion|type|name|annotations|services):/.test(block.text),
    )
    .map(block => ({ file: `${page.file}:${block.line}`, yaml: block.text })),
)
const options = new Set(
  defined
    .flatMap(({ command }) => [...command.options, ...commonOptions()])
    .flatMap(one => [one.short, one.long]),
)

describe('what the manual says to type', () => {
  test.each(typed)('$file: $line', ({ line }) => {
    expect(refusalOf(line)).toBeNull()
  })

  test.each(configurations)('the configuration in $file is understood', ({ yaml }) => {
    const file = join(temporaryFolder(), 'docvault.yaml')
    writeFileSync(file, yaml)
    const load = yaml.includes('platforms:') ? loadPlatforms : loadConfig
    expect(complaintsOf(() => load({ file, env: {} }))).toEqual([])
  })

  test('every kind of message is explained', () => {
    const watch = pages.find(one => one.file === 'docs/how-to/run/watch.md')
    expect(CONDITION_KINDS.filter(kind => !watch?.prose.includes(`| \`${kind}\` |`))).toEqual([])
  })

  test.each(pages)('$file names no option and no setting that does not exist', ({ prose }) => {
    const code = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text)
    const named = code.filter(text => text.startsWith('--') || /^(bin\/)?docvault /.test(text))
    const unknownOptions = named
      .flatMap(text => text.match(/(?<=^|\s)--[a-z][a-z-]*/g) ?? [])
      .filter(one => !options.has(one) && !FOREIGN.has(one))
    const unknownSettings = code.filter(
      text => SETTING.test(text) && !/\.(json|db)$/.test(text) && !Object.hasOwn(settings, text),
    )
    expect([...unknownOptions, ...unknownSettings]).toEqual([])
  })
})

/** Of commander itself, of npm scripts and of Node. */
const FOREIGN = new Set(['--help', '--version', '--update', '--sample', '--seed', '--minutes', '--tests'])

const sections = new Set(Object.keys(settings).map(key => key.split('.')[0]))
const SETTING = new RegExp(`^(${[...sections].join('|')})\\.[a-z][A-Za-z]+$`)

/** Continued lines joined, prompts and pipes cut off, several commands a line taken apart; no synopses. */
function commandLines(text: string): string[] {
  return text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map(line => line.replace(/^\$ /, '').replace(/(^|\s)#.*$/, ''))
    .flatMap(line => line.split(/\s*(?:&&|\|\||;|\|)\s*/))
    .map(line => line.replaceAll(/\s+2?>+ *\S+/g, '').trim())
    .filter(line => /^(bin\/)?docvault( |$)/.test(line) && !/ \[options\]$| <[a-z]+>$/.test(line))
}

/** What commander says to it, or null. Nothing is run. */
function refusalOf(line: string): string | null {
  const [, name = '', ...rest] = wordsOf(line)
  if (/^-/.test(name) || name === '') return null
  const command = defined.find(one => one.entry.name === name)?.command
  if (!command) return `there is no command ${name}`
  const copy = new Command(name).exitOverride().configureOutput({ writeErr: () => {} })
  for (const argument of command.registeredArguments) copy.addArgument(argument)
  for (const option of [...command.options, ...commonOptions()]) {
    if (!copy.options.some(one => one.long === option.long)) copy.addOption(option)
  }
  try {
    copy
      .action(() => {})
      .parse(
        rest.filter(word => !/^[<>]|^2>/.test(word)),
        { from: 'user' },
      )
    return null
  } catch (error) {
    if (error instanceof CommanderError && error.code === 'commander.helpDisplayed') return null
    return error instanceof Error ? error.message : String(error)
  }
}

function wordsOf(line: string): string[] {
  const words = line.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? []
  return words.map(word => word.replaceAll(/["']/g, ''))
}

/** Files that are named and are not on this machine are no complaint. */
function complaintsOf(load: () => unknown): string[] {
  try {
    load()
    return []
  } catch (error) {
    const [, ...lines] = String(error).split('\n')
    return lines.filter(line => !/ cannot be read$/.test(line))
  }
}
