/**
 * Rows of a table as entries of `platforms`: the header says which setting a column gives. What a cell says is a text as
 * in the environment; an empty one says nothing. Each mistake is named with its line, and its row left out.
 */
import { UsageError } from '../../src/model/errors.ts'
import { printable } from '../../src/model/printable.ts'
import { longKey, settingOf } from '../given.ts'
import { isName } from '../name.ts'
import { type SettingTypes, settings } from '../settings.ts'
import { suggest } from '../suggest.ts'
import type { CsvRow } from './csv.ts'

export interface NewPlatform {
  /** Of its row. */
  line: number
  name: string
  extends: readonly string[]
  /** As it is to stand in the configuration file. */
  entry: Readonly<Record<string, unknown>>
}

interface Column {
  header: string
  /** Of the setting; or `name`, or `extends`. */
  key: string
  type: keyof SettingTypes
  /** Where its value stands in an entry. */
  path: readonly string[]
}

interface Table {
  file: string
  header: CsvRow
  rows: readonly CsvRow[]
}

/** `taken`: where the names stand that the configuration has. Throws UsageError for columns that are none. */
export function platformsOf(
  table: Table,
  taken: ReadonlyMap<string, string>,
  problems: string[],
): NewPlatform[] {
  const columns = columnsOf(table)
  const places = new Map(taken)
  return table.rows.flatMap(row => {
    const place = `${table.file}:${row.line}`
    const mistakes = [...mistakesIn(row, columns)]
    const platform = mistakes.length === 0 ? platformOf(row, columns) : null
    if (platform !== null) {
      const before = places.get(platform.name)
      if (before !== undefined) mistakes.push(`a platform ${platform.name} is in ${before} already`)
      else places.set(platform.name, place)
    }
    problems.push(...mistakes.map(mistake => `${place}: ${mistake}`))
    return platform === null || mistakes.length > 0 ? [] : [platform]
  })
}

function columnsOf({ file, header }: Table): Column[] {
  const problems: string[] = []
  const columns = header.cells.flatMap((cell, index) => {
    const column = columnOf(cell)
    if (typeof column !== 'string') return [column]
    problems.push(cell === '' ? `column ${index + 1} has no name` : column)
    return []
  })
  for (const [key, same] of Map.groupBy(columns, column => column.key))
    if (same.length > 1)
      problems.push(`columns ${same.map(({ header }) => header).join(' and ')} both give ${key}`)
  if (problems.length === 0 && !columns.some(({ key }) => key === 'name'))
    problems.push('there is no column name: each platform needs a name')
  if (problems.length === 0) return columns
  const lines = problems.map(problem => `  ${file}:${header.line}: ${printable(problem)}`)
  const isOther = header.cells.length === 1 && /[;\t]/.test(header.cells[0] ?? '')
  throw new UsageError(`the columns are wrong:\n${lines.join('\n')}`, {
    hint: isOther
      ? 'cells are separated by commas: save the table with these'
      : 'columns are name, tenant, extends, and settings of a platform such as url, tokenFile or schedules.backup',
  })
}

/** Or what is wrong with it. */
function columnOf(header: string): Column | string {
  if (header === 'name') return { header, key: header, type: 'name', path: [header] }
  if (header === 'extends') return { header, key: header, type: 'list', path: [header] }
  const key = longKey(header)
  const setting = settingOf(key)
  if (setting === undefined) {
    const meant = suggest(header, COLUMNS)
    return `there is no setting ${header}${meant ? `; did you mean ${meant}?` : ''}`
  }
  if (setting.global === true) return `${key} is for all platforms: it stands in the configuration file, once`
  if (setting.secret === true)
    return `${header} is a secret, and a table is no place for one: give ${header}File, in a column or in a template as ${header}File: /run/secrets/\${name}`
  return { header, key, type: setting.type, path: shortKey(key).split('.') }
}

/** As an entry of `platforms` calls it. */
function shortKey(key: string): string {
  const short = key.replace(/^platform\./, '')
  return longKey(short) === key ? short : key
}

const COLUMNS = ['name', 'extends', ...Object.keys(settings).flatMap(key => [shortKey(key), key])]

function* mistakesIn({ cells }: CsvRow, columns: readonly Column[]): Iterable<string> {
  if (cells.length !== columns.length) {
    yield `there are ${cells.length} cells, and ${columns.length} columns: a comma is missing, or one too many; a cell with a comma in it stands in quotes`
    return
  }
  for (const [index, { header, key }] of columns.entries()) {
    const cell = cells[index] ?? ''
    if (printable(cell) !== cell)
      yield `${header} has a line end, or another character that is not seen: write it anew`
    else if (key === 'name' && cell === '') yield 'there is no name'
    else if (key === 'name' && !isName(cell))
      yield `name ${JSON.stringify(cell)} has to be of lower-case letters, digits and hyphens`
  }
}

function platformOf({ line, cells }: CsvRow, columns: readonly Column[]): NewPlatform {
  const entry: Record<string, unknown> = {}
  let name = ''
  for (const [index, column] of inOrder(columns)) {
    const cell = cells[index] ?? ''
    if (cell === '') continue
    if (column.key === 'name') name = cell
    put(entry, column.path, written(cell, column.type))
  }
  return { line, name, extends: listIn(String(entry.extends ?? '')), entry }
}

/** As people write an entry: what it is first. */
function inOrder(columns: readonly Column[]): [number, Column][] {
  const first = ['name', 'platform.tenant', 'extends']
  const rank = ({ key }: Column) => (first.includes(key) ? first.indexOf(key) : first.length)
  return [...columns.entries()].sort(([, a], [, b]) => rank(a) - rank(b))
}

function put(into: Record<string, unknown>, [part = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    into[part] = value
    return
  }
  const inner: Record<string, unknown> = {}
  Object.assign(inner, into[part])
  into[part] = inner
  put(inner, rest, value)
}

/** As it is written in YAML; what is none of its type stays a text, for whoever reads settings to refuse. */
function written(cell: string, type: keyof SettingTypes): unknown {
  if (type === 'boolean' && (cell === 'true' || cell === 'false')) return cell === 'true'
  if (type === 'integer' && /^(0|[1-9]\d{0,14})$/.test(cell)) return Number(cell)
  if (type === 'list' && cell.includes(',')) return listIn(cell)
  return cell
}

function listIn(cell: string): string[] {
  return cell
    .split(',')
    .map(text => text.trim())
    .filter(text => text !== '')
}
