/** A table that a spreadsheet wrote, as text in cells, each row with its line. Nothing of it is interpreted here. */
import { closeSync, openSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { UsageError } from '../../src/model/errors.ts'

export interface CsvRow {
  /** Of the file, from 1: where the row begins. */
  line: number
  cells: string[]
}

const MOST_BYTES = 1024 * 1024
const MOST_ROWS = 2000
const MOST_COLUMNS = 100
const require = createRequire(import.meta.url)

/** The header first. Rows that say nothing are left out, and blanks around what a cell says. Throws UsageError. */
export function readCsv(file: string): { header: CsvRow; rows: CsvRow[] } {
  const [header, ...rows] = parse(file, decode(file, readBytes(file)))
  if (header === undefined)
    throw new UsageError(`${file} is empty`, {
      hint: 'its first line names the columns, such as name,tenant',
    })
  if (header.cells.length > MOST_COLUMNS)
    throw new UsageError(`${file}:${header.line}: there are more than ${MOST_COLUMNS} columns`, {
      hint: 'leave out those that say nothing',
    })
  if (rows.length > MOST_ROWS)
    throw new UsageError(`${file} has more than ${MOST_ROWS} rows`, {
      hint: 'split it into several files, each with the line that names the columns, and add one after the other',
    })
  return { header, rows }
}

/** Not by its size: what is read may be a pipe. */
function readBytes(file: string): Buffer {
  const bytes = Buffer.alloc(MOST_BYTES + 1)
  const sizeBytes = readInto(bytes, file)
  if (sizeBytes <= MOST_BYTES) return bytes.subarray(0, sizeBytes)
  throw new UsageError(`${file} is larger than 1 MiB`, { hint: 'split it, or leave out columns' })
}

function readInto(bytes: Buffer, file: string): number {
  try {
    const opened = openSync(file, 'r')
    try {
      let size = 0
      for (let read = -1; read !== 0; size += read)
        read = readSync(opened, bytes, size, bytes.length - size, null)
      return size
    } finally {
      closeSync(opened)
    }
  } catch (cause) {
    const hint = cause instanceof Error ? cause.message : String(cause)
    throw new UsageError(`${file} cannot be read`, { hint, cause })
  }
}

function decode(file: string, bytes: Buffer): string {
  try {
    // The parser counts a line end within quotes as two where it is of two characters.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll(/\r\n?/g, '\n')
  } catch (cause) {
    throw new UsageError(`${file} is no text in UTF-8`, { hint: 'save it as "CSV UTF-8"', cause })
  }
}

/** Loads the parser first: no other command needs it. */
function parse(file: string, text: string): CsvRow[] {
  const csv: typeof import('csv-parse/sync') = require('csv-parse/sync')
  const rows: CsvRow[] = []
  try {
    csv.parse(text, {
      record_delimiter: '\n',
      relax_column_count: true,
      skip_records_with_empty_values: true,
      to: MOST_ROWS + 2,
      on_record: (record: string[], { lines }) => {
        rows.push({
          line: lines - record.join('').split('\n').length + 1,
          cells: record.map(cell => cell.trim()),
        })
        return null
      },
    })
    return rows
  } catch (cause) {
    if (!(cause instanceof csv.CsvError)) throw cause
    // Its own message repeats what is in the cell.
    const where = typeof cause.lines === 'number' ? `${file}:${cause.lines}` : file
    const problem =
      cause.code === 'CSV_QUOTE_NOT_CLOSED' ? 'a quote is not closed' : 'there is a quote within a cell'
    throw new UsageError(`${where}: ${problem}`, {
      hint: 'a cell with a comma or a quote in it stands in quotes, and a quote in it is written twice',
      cause,
    })
  }
}
