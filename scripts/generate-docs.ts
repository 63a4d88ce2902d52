/**
 * Writes the tables of README.md and of the manual from the code, so that they cannot be out of date.
 * `--check` writes nothing and fails when something would change.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fill } from './docs/fill.ts'
import { makeSections } from './docs/sections.ts'

const root = resolve(import.meta.dirname, '..')
const files = ['README.md', ...globSync('docs/**/*.md', { cwd: root }).sort()]
const isCheck = process.argv.includes('--check')

const stale = await findStale()
if (isCheck && stale.length > 0) {
  process.stderr.write(`out of date: ${stale.map(one => one.file).join(', ')}; run npm run docs\n`)
  process.exitCode = 1
}
if (!isCheck) {
  for (const { file, text } of stale) {
    writeFileSync(join(root, file), text)
    process.stdout.write(`wrote ${file}\n`)
  }
}

async function findStale(): Promise<{ file: string; text: string }[]> {
  const sections = await makeSections()
  return files.flatMap(file => {
    const before = readFileSync(join(root, file), 'utf8')
    const text = fill(before, sections)
    return text === before ? [] : [{ file, text }]
  })
}
