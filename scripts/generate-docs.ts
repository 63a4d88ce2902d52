/**
 * Writes the tables of README.md and of the manual, the man pages and their list in package.json from the code, so that
 * they cannot be out of date.
 * `--check` writes nothing and fails when something would change.
 */
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { fill } from './docs/fill.ts'
import { manPages } from './docs/man.ts'
import { PUBLISHED_FIELDS, publishedFields } from './docs/published-fields.ts'
import { makeSections } from './docs/sections.ts'

const root = resolve(import.meta.dirname, '..')
const files = ['README.md', ...globSync('docs/**/*.md', { cwd: root }).sort()]
const isCheck = process.argv.includes('--check')

const stale = await findStale()
if (isCheck && stale.length > 0) {
  process.stderr.write(
    `out of date: ${stale.map(stalePage => stalePage.file).join(', ')}; run npm run docs\n`,
  )
  process.exitCode = 1
}
if (!isCheck) {
  mkdirSync(join(root, 'man'), { recursive: true })
  for (const { file, text } of stale) {
    if (text === null) rmSync(join(root, file))
    else writeFileSync(join(root, file), text)
    process.stdout.write(`${text === null ? 'removed' : 'wrote'} ${file}\n`)
  }
}

/** `text`: null for a file that nobody makes any more. */
async function findStale(): Promise<{ file: string; text: string | null }[]> {
  const sections = await makeSections()
  const tables = files.flatMap(file => {
    const before = readFileSync(join(root, file), 'utf8')
    const text = fill(before, sections)
    return text === before ? [] : [{ file, text }]
  })
  const fields = publishedFields()
  const types = before(PUBLISHED_FIELDS) === fields ? [] : [{ file: PUBLISHED_FIELDS, text: fields }]
  return [...tables, ...types, ...(await findStalePages())]
}

async function findStalePages(): Promise<{ file: string; text: string | null }[]> {
  const pages = await manPages(packageVersion())
  const gone = globSync('man/*', { cwd: root }).filter(file => !pages.has(file))
  const made = new Map([...pages, ['package.json', packageNaming([...pages.keys()])]])
  const stale = [...made].filter(([file, text]) => before(file) !== text)
  return [...gone.map(file => ({ file, text: null })), ...stale.map(([file, text]) => ({ file, text }))]
}

/** The package with the list of its man pages, which is how they are installed. */
function packageNaming(pages: readonly string[]): string {
  const list = pages.toSorted().map(page => `    "./${page}"`)
  return (before('package.json') ?? '').replace(
    /^ {2}"man": \[[^\]]*\]/m,
    `  "man": [\n${list.join(',\n')}\n  ]`,
  )
}

function before(file: string): string | null {
  return existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : null
}

function packageVersion(): string {
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
    .version
}
