import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { code, codeList, table } from '../../scripts/docs/markdown.ts'
import { collectEmitted, type Emitted } from './emitted.ts'
import { root } from './pages.ts'

const page = join(root, 'docs/reference/json-lines.md')
const SECTION = /(<!-- emitted -->\n).*?(<!-- \/emitted -->)/s

/** `npm run docs:json-lines` writes what was printed into the page instead. */
test('the page on JSON lines lists every type and field that commands print', {
  timeout: 300_000,
}, async () => {
  const found = tableOf(await collectEmitted())
  const text = readFileSync(page, 'utf8')
  const written = text.replace(SECTION, `$1\n${found}\n$2`)
  if (process.env.UPDATE) writeFileSync(page, written)
  else expect(text).toBe(written)
})

function tableOf(emitted: Emitted): string {
  const rows = [...emitted].flatMap(([command, types]) =>
    [...types].map(([type, fields]) => [code(command), code(type), codeList([...fields])]),
  )
  return table(['command', 'type', 'fields'], rows)
}
