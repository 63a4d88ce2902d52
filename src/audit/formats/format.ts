/** The formats by name. Each is a function from a report and its seal to pieces of text, read from the rows' spool. */
import { UsageError } from '../../model/errors.ts'
import { printableJson } from '../../model/printable.ts'
import type { Seal } from '../ledger/seal.ts'
import type { Report } from '../report.ts'
import { renderCef } from './cef.ts'
import { renderCsv } from './csv.ts'
import { renderHtml } from './html.ts'
import { renderJson } from './json.ts'
import { renderMarkdown } from './markdown.ts'
import { renderOcsf } from './ocsf.ts'

export type Render = (report: Report, seal: Seal) => Iterable<string>

export const FORMATS = ['md', 'html', 'csv', 'json', 'ocsf', 'cef'] as const
export type Format = (typeof FORMATS)[number]

const renders: Readonly<Record<Format, Render>> = {
  md: renderMarkdown,
  html: renderHtml,
  csv: renderCsv,
  json: renderJson,
  ocsf: renderOcsf,
  cef: renderCef,
}

export const extensions: Readonly<Record<Format, string>> = {
  md: 'md',
  html: 'html',
  csv: 'csv',
  json: 'json',
  ocsf: 'ocsf.ndjson',
  cef: 'cef',
}

export function* renderReport(report: Report, seal: Seal, format: Format): Iterable<string> {
  const isJson = format === 'json' || format === 'ocsf'
  for (const piece of renders[format](report, seal)) yield isJson ? printableJson(piece) : piece
}

/** Throws UsageError naming the formats. */
export function parseFormat(text: string): Format {
  const found = FORMATS.find(format => format === text)
  if (found) return found
  throw new UsageError(`"${text}" is no format`, { hint: `formats are ${FORMATS.join(', ')}` })
}
