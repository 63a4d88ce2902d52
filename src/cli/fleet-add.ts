/** `fleet add`: rows of a table become entries of `platforms` in the configuration file, all of them or none. */
import { statSync } from 'node:fs'
import { findConfigFile, readConfigBytes } from '../../config/file.ts'
import { type ExplainedConfig, examineConfig } from '../../config/load.ts'
import { openPlatformList } from '../../config/onboarding/append.ts'
import { readCsv } from '../../config/onboarding/csv.ts'
import { type NewPlatform, platformsOf } from '../../config/onboarding/rows.ts'
import { assertSubscriptions } from '../../jobs/change-digest.ts'
import { replaceDurably } from '../model/durable-file.ts'
import { UsageError } from '../model/errors.ts'
import { plural } from '../model/plural.ts'
import type { CommandContext } from './command.ts'
import { missingIn } from './config.ts'
import { printTable } from './table.ts'
import { printable } from './terminal.ts'

interface ConfigFile {
  path: string
  bytes: Buffer
  text: string
}

interface Addition {
  file: ConfigFile
  csv: string
  added: readonly NewPlatform[]
  /** The whole file. */
  text: string
  /** By name, those of the file, too. */
  platforms: ReadonlyMap<string, ExplainedConfig>
  /** With any of them nothing is written. */
  problems: readonly string[]
}

export function addPlatforms(context: CommandContext): void {
  const { options, terminal } = context
  const addition = planAddition(context)
  const { file, csv, added, problems } = addition
  printRows(context, addition)
  const isApplied = options.flag('apply') && problems.length === 0
  const changed = isApplied && write(addition)
  terminal.event(isApplied ? 'summary' : 'plan', {
    file: file.path,
    csv,
    platforms: added.length,
    problems,
  })
  if (problems.length > 0)
    throw new UsageError(
      `${plural(problems.length, 'problem')}, nothing was changed:\n${problems.map(problem => `  ${printable(problem)}`).join('\n')}`,
    )
  const what = printable(`${plural(added.length, 'platform')} to ${file.path}`)
  if (!isApplied) {
    terminal.line(`would add ${what}. Nothing was changed: --apply does it`)
    return
  }
  terminal.line(`added ${what}`)
  if (changed === 'owner') terminal.line('its owner is another one now: let the daemon read it')
  terminal.line(
    'start the daemons again, that of every host with the same file: a reload takes in no new platforms',
  )
}

function planAddition({ options, env }: CommandContext): Addition {
  const csv = options.text('csv')
  if (csv === undefined)
    throw new UsageError('which platforms?', { hint: 'name a table of them with --csv FILE' })
  if (options.text('tenant') !== undefined)
    throw new UsageError('--tenant is of `fleet list`', { hint: 'give tenants in a column tenant' })
  const file = readConfig(findConfigFile(options.text('config'), env))
  const list = openPlatformList(file)
  const problems: string[] = []
  const added = platformsOf({ file: csv, ...readCsv(csv) }, list.places, problems)
  if (added.length === 0 && problems.length === 0)
    throw new UsageError(`${csv} has no rows`, { hint: 'each row below the first line is a platform' })
  const { text, at } = list.append(added)
  const placeOf = (line: number) => {
    const found = at(line)
    return 'line' in found ? `${file.path}:${found.line}` : `${csv}:${added[found.entry]?.line}`
  }
  const { explanation, problems: more } = examineConfig({ path: file.path, text, placeOf }, env)
  problems.push(...more)
  const lines = new Map(added.map(({ name, line }) => [name, `${csv}:${line}: `]))
  if (more.length === 0) problems.push(...unfitIn(explanation.platforms, lines))
  const platforms = new Map(explanation.platforms.map(platform => [platform.name, platform]))
  return { file, csv, added, text, platforms, problems }
}

function readConfig(path: string | null): ConfigFile {
  if (path === null)
    throw new UsageError('there is no configuration file to add platforms to', {
      hint: 'name it with --config; `docvault config init` writes one',
    })
  const bytes = readConfigBytes(path)
  const text = bytes.toString('utf8')
  if (Buffer.from(text).equals(bytes)) return { path, bytes, text }
  throw new UsageError(`${path} is no text in UTF-8`, { hint: 'save it in that encoding' })
}

/** As `config check` finds them, but all of them. */
function unfitIn(platforms: readonly ExplainedConfig[], lines: ReadonlyMap<string, string>): string[] {
  const [first] = platforms
  // Of the daemon as a whole.
  if (first) assertSubscriptions(first.config)
  return platforms.flatMap(({ name, config }) => {
    const missing = missingIn(config)
    return missing === null ? [] : [`${lines.get(name) ?? ''}platform ${name} has no ${missing}`]
  })
}

function printRows({ terminal }: CommandContext, { added, platforms }: Addition): void {
  const rows = added.map(({ line, name, extends: templates }) => {
    const config = platforms.get(name)?.config
    const tenant = config?.['platform.tenant'] ?? name
    return { line, name, tenant, extends: templates, vault: config?.['vault.path'] ?? null }
  })
  for (const row of rows) terminal.event('row', row)
  if (terminal.json || rows.length === 0) return
  printTable(terminal, {
    head: ['line', 'platform', 'tenant', 'extends', 'vault'],
    rows: rows.map(row => [
      row.line,
      row.name,
      row.tenant,
      row.extends.join(', '),
      printable(row.vault ?? ''),
    ]),
  })
}

/** `owner`: it could not be kept. */
function write({ file, text }: Addition): 'as before' | 'owner' {
  try {
    const before = statSync(file.path)
    if (!replaceDurably(file.path, file.bytes, Buffer.from(text))) throw changedMeanwhile(file.path)
    const after = statSync(file.path)
    return after.uid === before.uid && after.gid === before.gid ? 'as before' : 'owner'
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null
    if (code === 'ENOENT') throw changedMeanwhile(file.path)
    if (code !== 'EBUSY') throw cause
    throw new UsageError(`${file.path} cannot be replaced: it is mounted by itself`, {
      hint: 'run this where the file is kept, or mount its folder',
      cause,
    })
  }
}

function changedMeanwhile(path: string): UsageError {
  return new UsageError(`somebody else changed ${path} meanwhile, nothing was written`, {
    hint: 'run the same command again',
  })
}
