/**
 * No statement compares a column with a bare parameter: SQLite would prepare it anew for each binding, which costs ten
 * times the lookup (src/vault/catalog/connection.ts).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const SOURCES = resolve(import.meta.dirname, '../../src')
/** Runs once, on vaults of before. */
const LEFT_OUT = 'vault/catalog/upgrade.ts'
const ASSIGNMENTS = /\bSET\s[^`]*?(?=\bWHERE\b|\bFROM\b|`|'\))/g
const BARE = /[\w)}] (?:=|<|<=|>|>=|<>|IS|IS NOT) (?::[a-z]\w*|\?(?![.?]))/g

test('no statement compares a column with a bare parameter', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    file => file.endsWith('.ts') && file !== LEFT_OUT,
  )
  const bare = files.flatMap(file => {
    const text = readFileSync(join(SOURCES, file), 'utf8').replaceAll(ASSIGNMENTS, 'SET ')
    return [...text.matchAll(BARE)].map(([found]) => `${file}: ${found}`)
  })
  expect(files.length).toBeGreaterThan(100)
  expect(bare).toEqual([])
})
