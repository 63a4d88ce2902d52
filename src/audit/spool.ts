/**
 * Rows on their way into a report, in temporary files, one for each group: they are counted and ordered without being
 * held. Removed by `close`.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { makeTemporaryFolder } from '../model/temporary-folder.ts'

const FLUSH_CHARACTERS = 1 << 16
const READ_BYTES = 1 << 16

export interface Spool<Row> {
  add(group: string, row: Row): void
  count(group: string): number
  /** In the order of adding. */
  rows(group: string): Generator<Row>
  close(): void
}

export function openSpool<Row>(): Spool<Row> {
  const temporary = makeTemporaryFolder('report')
  const folder = temporary.path
  const groups = new Map<string, Group>()
  const groupOf = (name: string): Group => {
    const known = groups.get(name)
    if (known) return known
    const file = join(folder, String(groups.size))
    const made = { file, handle: openSync(file, 'w'), text: '', count: 0 }
    groups.set(name, made)
    return made
  }
  return {
    add(name, row) {
      const group = groupOf(name)
      group.text += `${JSON.stringify(row)}\n`
      group.count++
      if (group.text.length >= FLUSH_CHARACTERS) flush(group)
    },
    count: name => groups.get(name)?.count ?? 0,
    *rows(name) {
      const group = groups.get(name)
      if (!group) return
      flush(group)
      for (const line of linesOf(group.file)) yield JSON.parse(line)
    },
    close() {
      for (const { handle } of groups.values()) closeSync(handle)
      groups.clear()
      temporary.remove()
    },
  }
}

interface Group {
  file: string
  handle: number
  text: string
  count: number
}

function flush(group: Group): void {
  writeSync(group.handle, group.text)
  group.text = ''
}

function* linesOf(file: string): Generator<string> {
  const handle = openSync(file, 'r')
  try {
    const buffer = Buffer.alloc(READ_BYTES)
    let rest = Buffer.alloc(0)
    for (let read = readSync(handle, buffer); read > 0; read = readSync(handle, buffer)) {
      let bytes = Buffer.concat([rest, buffer.subarray(0, read)])
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10)) {
        yield bytes.toString('utf8', 0, end)
        bytes = bytes.subarray(end + 1)
      }
      rest = Buffer.from(bytes)
    }
  } finally {
    closeSync(handle)
  }
}
