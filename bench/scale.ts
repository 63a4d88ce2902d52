/**
 * Whether memory and requests follow the size of an organization: 10,000 and 100,000 generated pages, a first backup
 * and an unchanged one of each, every backup in a process of its own. Prints peak resident sets and their ratio, and
 * the requests that the emulator counted beside those predicted.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmulatorProcess, startEmulatorProcess } from '../test/helpers/emulator-process.ts'

interface Size {
  spaces: number
  pages: number
}

interface Outcome {
  state: string
  kib: number
  seconds: number
}

/** Of the same number of spaces, and of the same pages in each: what grows with either shows. */
const sizes: readonly Size[] = (process.env.SIZES ?? '20x500,200x50,200x500').split(',').map(parseSize)
const FORMATS = 2
const work = mkdtempSync(join(tmpdir(), 'docvault-scale-'))

try {
  const outcomes: Record<string, Outcome[]> = {}
  for (const size of sizes) outcomes[nameOf(size)] = await measure(size)
  const last = sizes.at(-1)
  for (const size of sizes.slice(0, -1)) if (last) compare(outcomes, size, last)
} finally {
  rmSync(work, { recursive: true, force: true })
}

async function measure(size: Size): Promise<Outcome[]> {
  const emulator = await startEmulatorProcess(['--synthetic', nameOf(size)])
  const vault = join(work, nameOf(size))
  try {
    const first = await backUp(emulator, vault, `${nameOf(size)} first`, predicted(size, true))
    const unchanged = await backUp(emulator, vault, `${nameOf(size)} unchanged`, predicted(size, false))
    return [first, unchanged]
  } finally {
    await emulator.stop()
    rmSync(vault, { recursive: true, force: true })
  }
}

async function backUp(
  emulator: EmulatorProcess,
  vault: string,
  name: string,
  expected: Readonly<Record<string, number>>,
): Promise<Outcome> {
  await emulator.resetRequests()
  const script = join(import.meta.dirname, 'peak-of-one.ts')
  // The launcher's flag.
  const args = ['--max-semi-space-size=4', script, vault, emulator.url, emulator.token]
  const outcome: Outcome = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
  const { total, operations } = await emulator.requests()
  const { state, kib, seconds } = outcome
  console.log(`${name}: ${state}, peak ${kib} KiB, ${seconds} s, ${total} requests`)
  for (const [operation, count] of Object.entries(operations)) {
    const wanted = expected[operation]
    const verdict = wanted === undefined ? '' : `predicted ${wanted}${wanted === count ? '' : '  DIFFERS'}`
    console.log(`  ${operation.padEnd(46)} ${String(count).padStart(7)}  ${verdict}`)
  }
  return outcome
}

/** consistency.md 3.1 and 3.2: bodies in each format, trees, and everything else that grows with a dimension of a size. */
function predicted({ spaces, pages }: Size, first: boolean): Record<string, number> {
  const bodies = first ? spaces * pages : 0
  const trees = first ? spaces : 0
  const wanted = {
    getRevisionById: trees,
    getDocumentById: bodies,
    getPageInRevisionById: bodies * (FORMATS - 1),
    listSpacesInOrganizationById: Math.max(1, Math.ceil(spaces / 1000)),
  }
  return Object.fromEntries(Object.entries(wanted).filter(([, count]) => count > 0))
}

function compare(outcomes: Readonly<Record<string, Outcome[]>>, small: Size, large: Size): void {
  for (const [index, name] of ['first', 'unchanged'].entries()) {
    const [one, other] = [outcomes[nameOf(small)]?.[index], outcomes[nameOf(large)]?.[index]]
    if (one && other)
      console.log(
        `${name}: peak of ${nameOf(large)} over ${nameOf(small)}: ${(other.kib / one.kib).toFixed(2)}`,
      )
  }
}

function nameOf({ spaces, pages }: Size): string {
  return `${spaces}x${pages}`
}

function parseSize(text: string): Size {
  const [spaces = 0, pages = 0] = text.split('x').map(Number)
  return { spaces, pages }
}
