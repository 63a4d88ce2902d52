/** One line a row in the Common Event Format; the first line says how complete the report is. */
import type { Seal } from '../ledger/seal.ts'
import type { Cells, Report } from '../report.ts'
import { plain } from './plain.ts'

const levels: Readonly<Record<string, number>> = {
  critical: 10,
  high: 8,
  medium: 5,
  low: 3,
  info: 1,
  unknown: 0,
}

export function* renderCef({ about, kind, main }: Report, seal: Seal): Generator<string> {
  const version = about.generator.version
  const line = (id: string, name: string, level: number, extension: Record<string, string>) =>
    `CEF:0|docvault|docvault|${header(version)}|${header(id)}|${header(name)}|${level}|${extensionOf(extension)}\n`
  yield line(`report-${kind}`, about.statement, 0, {
    rt: String(Date.parse(about.created)),
    msg: about.title,
    fileHash: seal.sha256,
    externalId: about.organization.id,
  })
  for (const cells of main.cells())
    yield line(
      signature(kind, cells),
      nameOf(kind, cells),
      levels[String(cells.severity)] ?? 1,
      fields(cells),
    )
}

function signature(kind: string, cells: Cells): string {
  return kind === 'access' ? 'access' : String(cells.rules || cells.action).split(' ')[0] || 'change'
}

function nameOf(kind: string, cells: Cells): string {
  if (kind === 'access') return `${cells.person} has ${cells.role} on ${cells.place}`
  return `${cells.action}: ${cells.title}`
}

function fields(cells: Cells): Record<string, string> {
  const end = Date.parse(String(cells.occurred || cells.detected_before || ''))
  const start = Date.parse(String(cells.occurred || cells.detected_after || ''))
  const said: Record<string, string | number | undefined> = {
    externalId: cells.id ?? cells.person_id,
    start: Number.isNaN(start) ? '' : start,
    end: Number.isNaN(end) ? '' : end,
    act: cells.action,
    suser: cells.actor,
    duid: cells.subject_id || cells.person_id,
    duser: cells.email || cells.subject || cells.person,
    cs1Label: 'before',
    cs1: cells.before,
    cs2Label: 'after',
    cs2: cells.after ?? cells.role,
    cs3Label: 'resource',
    cs3: [cells.kind, cells.title ?? cells.place, cells.path].filter(Boolean).join(' '),
    cs4Label: 'rules',
    cs4: cells.rules,
    cs5Label: 'via',
    cs5: cells.via,
    cs6Label: 'controls',
    cs6: cells.controls,
    reason: cells.cause,
  }
  return Object.fromEntries(Object.entries(said).map(([name, value]) => [name, String(value ?? '')]))
}

function header(text: string): string {
  return plain(text).replaceAll('\\', '\\\\').replaceAll('|', '\\|')
}

/** A label without a value says nothing. */
function extensionOf(fields: Record<string, string>): string {
  return Object.entries(fields)
    .filter(([name, value]) => value !== '' && (!name.endsWith('Label') || fields[name.slice(0, -5)] !== ''))
    .map(([name, value]) => `${name}=${plain(value).replaceAll('\\', '\\\\').replaceAll('=', '\\=')}`)
    .join(' ')
}
