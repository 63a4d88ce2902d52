/** Damage to what a vault has of one thing, and of nothing else. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect } from 'vitest'
import type { Company } from './company.ts'
import { itemsOf, jsonOf } from './restoring.ts'

/** The bytes of what stands under the name, in whichever spaces, are zeros from then on. Of parts, or of its `json`. */
export function ruin(company: Company, name: string, parts: readonly string[], snapshot = '1'): void {
  const vault = company.vault()
  const item = [...itemsOf(vault, snapshot, 'page'), ...itemsOf(vault, snapshot, 'file')].find(item => {
    const { title, name: own } = jsonOf(vault, item)
    return title === name || own === name
  })
  const own = item === undefined ? [] : [{ name: 'json', content: item.content }, ...item.parts]
  const contents = own.filter(({ name }) => parts.includes(name))
  expect(contents).toHaveLength(parts.length)
  const db = new Database(join(company.vaultPath, 'catalog.db'))
  const block = db.prepare(
    'INSERT INTO block (codec, bytes, depth, data) SELECT 0, bytes, 0, zeroblob(bytes) FROM content WHERE id = ?',
  )
  const move = db.prepare('UPDATE content SET block = ?, start = 0 WHERE id = ?')
  for (const { content } of contents) move.run(block.run(content).lastInsertRowid, content)
  db.close()
}
