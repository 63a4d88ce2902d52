/** Reads rows back from a written report, each format by its own rules: `severity | action | kind | title`. */
import type { Format } from '../../src/audit/formats/format.ts'

export function readRows(format: Format, text: string): string[] {
  return readers[format](text).map(([severity = '', action = '', kind = '', title = '']) =>
    [severity, action, kind, title].join(' | '),
  )
}

const readers: Readonly<Record<Format, (text: string) => (string | undefined)[][]>> = {
  json: text => {
    const rows: { severity: string; action: string; resource: { kind: string; title: string } }[] =
      JSON.parse(text).report.rows
    return rows.map(({ severity, action, resource }) => [severity, action, resource.kind, resource.title])
  },
  csv: text => {
    const [, head = [], ...rows] = readCsv(text)
    const at = (name: string) => head.indexOf(name)
    return rows.map(row => ['severity', 'action', 'kind', 'resource'].map(name => row[at(name)]))
  },
  md: text =>
    tableOf(text).map(([severity, action, kind, title]) => [severity?.split(' ')[1], action, kind, title]),
  html: text => {
    const rows = text.match(/<tr><td data-name="severity">.*?<\/tr>/g) ?? []
    return rows.map(row => {
      const cells = [...row.matchAll(/<td data-name="[^"]*">(.*?)<\/td>/g)].map(cell => cell[1] ?? '')
      const [action, kind, title] = (cells[1] ?? '').split('<br>').map(textOf)
      return [textOf(cells[0] ?? '').split(' ')[1], action, kind, title]
    })
  },
  ocsf: text => {
    const severities = ['unknown', 'info', 'low', 'medium', 'high', 'critical']
    return linesOf(text).map(line => {
      const { severity_id, message, unmapped, class_uid, activity_id, type_uid } = JSON.parse(line)
      if (type_uid !== class_uid * 100 + activity_id)
        throw new Error(`${type_uid} is no type of ${class_uid}`)
      const [action, title] = String(message).split(/: (.*)/)
      return [severities[severity_id], action, unmapped.kind, title]
    })
  },
  cef: text => {
    const levels: Record<string, string> = {
      10: 'critical',
      8: 'high',
      5: 'medium',
      3: 'low',
      1: 'info',
      0: 'unknown',
    }
    return linesOf(text).map(line => {
      const [, , , , , name = '', level = '', extension = ''] = line.split(/(?<!\\)\|/)
      const [action, title] = name.split(/: (.*)/)
      return [levels[level], action, /cs3=([\w-]+)/.exec(extension)?.[1], title]
    })
  },
}

/** Without the first line, which is about the report. */
function linesOf(text: string): string[] {
  return text.split('\n').filter(Boolean).slice(1)
}

function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

function tableOf(markdown: string): string[][] {
  const section = markdown.split(/^## Changes .*$/m)[1]?.split(/^## /m)[0] ?? ''
  const lines = section.split('\n').filter(line => line.startsWith('|'))
  return lines.slice(2).map(line =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map(cell => cell.trim().replaceAll(/\\(.)/g, '$1')),
  )
}

export function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text
    .replace(/^\uFEFF/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (quoted === undefined && plain === '' && end === '') break
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
  }
  return rows.filter(row => row.length > 0)
}
