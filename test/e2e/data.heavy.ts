/**
 * Real documentation, all data sets in one organization: backed up, read back byte for byte, loaded into a second
 * platform and compared, backed up again at the least number of requests. Prints the figures it asserts.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { digestOf } from '../../src/model/digest.ts'
import { compareExport } from '../helpers/compare-export.ts'
import { dataSets, writeState } from '../helpers/data-sets.ts'
import { docvault, type Run } from '../helpers/docvault.ts'
import { type EmulatorProcess, startEmulatorProcess } from '../helpers/emulator-process.ts'
import { compareRequests, type Measurement, unexplained } from '../helpers/requests/compare.ts'
import { numbersOf } from '../helpers/requests/numbers.ts'
import { readSourceTree } from '../helpers/source-tree.ts'
import { jsonOf } from '../helpers/state/expected.ts'

const profiles = ['full', 'document', 'current'] as const
const work = mkdtempSync(join(tmpdir(), 'docvault-data-'))
const sets = dataSets()
const source = (set: string) => join(work, 'source', set)

beforeAll(() => {
  for (const set of sets) writeState(set, 'last', source(set))
})
afterAll(() => rmSync(work, { recursive: true, force: true }))

describe.each(profiles)('all data sets in one organization, profile %s', profile => {
  let emulator: EmulatorProcess
  /** Requests of a run that finds nothing new. */
  let unchanged = 0
  const vault = join(work, `vault-${profile}`)
  const run = (...args: string[]) => docvault(args, { env: { ...emulator.env, DOCVAULT_VAULT_PATH: vault } })

  beforeAll(async () => {
    const loads = sets.flatMap(set => ['--load', `${set}=${source(set)}`])
    emulator = await startEmulatorProcess(['--profile', profile, '--members', '20', '--teams', '4', ...loads])
  })
  afterAll(() => emulator.stop())

  test('the backup is complete, with as many pages as the SUMMARY files have entries', async () => {
    const summary = summaryOf(await run('backup', '--json'))
    const entries = sets.reduce((sum, set) => sum + readSourceTree(source(set)).entries, 0)
    console.log(
      `${profile}: ${summary.resources.page} pages, ${entries} entries, ${summary.requests} requests`,
    )
    expect(summary).toMatchObject({ state: 'complete', gaps: [], resources: { page: entries } })
  })

  test('every page and file comes back byte for byte through export', async () => {
    const folder = join(work, `export-${profile}`)
    expect((await run('export', 'latest', folder)).code).toBe(0)
    for (const set of sets) {
      const compared = compareExport(source(set), join(folder, set))
      console.log(
        `${profile}: ${set}: ${compared.pages} pages and ${compared.files} files equal their source`,
      )
      expect(compared.differences).toEqual([])
      expect(compared.pages).toBeGreaterThan(0)
    }
  })

  test('one changed byte is found', () => {
    const [set = ''] = sets
    const exported = join(work, `export-${profile}`, set)
    const [page = ''] = readSourceTree(source(set)).pages
    const file = join(exported, page)
    const bytes = readFileSync(file)
    writeFileSync(file, Buffer.concat([bytes.subarray(0, 1), Buffer.from('!'), bytes.subarray(2)]))
    expect(compareExport(source(set), exported).differences).toEqual([`${page} differs`])
    writeFileSync(file, bytes)
  })

  test('every page and file comes back byte for byte through show', { timeout: 30 * 60_000 }, async () => {
    const listed = (await run('ls', 'latest', '--json')).events.filter(one => one.message_type === 'resource')
    let compared = 0
    for (const set of sets) {
      const tree = readSourceTree(source(set))
      const paths = shownPaths(profile, [...tree.pages, ...tree.files])
      for (const path of paths) {
        const one = listed.find(item => item.within === set && item.git_path === path)
        const form = one?.kind === 'page' ? 'markdown' : 'raw'
        const shown = await run('show', 'latest', String(one?.kind), String(one?.id), '--as', form)
        expect([path, digestOf(shown.stdout)]).toEqual([path, digestOf(readFileSync(join(tree.root, path)))])
        compared++
      }
    }
    console.log(`${profile}: ${compared} pages and files equal their source through show`)
  })

  test('loaded into a second platform and backed up there, nothing differs by path', async () => {
    const loads = sets.flatMap(set => ['--load', `${set}=${join(work, `export-${profile}`, set)}`])
    const second = await startEmulatorProcess([
      '--profile',
      profile,
      '--seed',
      '2',
      '--members',
      '20',
      '--teams',
      '4',
      ...loads,
    ])
    try {
      const env = { ...second.env, DOCVAULT_VAULT_PATH: vault }
      const summary = summaryOf(await docvault(['backup', '--json'], { env }))
      const result = await run('diff', '1', String(summary.snapshot), '--by', 'path', '--json')
      expect(result.events.filter(one => one.message_type === 'change')).toEqual([])
      console.log(
        `${profile}: re-imported: ${summary.resources.page} pages, ${summary.resources.file} files, no difference`,
      )
    } finally {
      await second.stop()
    }
  })

  test('an unchanged backup reads no body and no file, at the least number of requests', async () => {
    await emulator.resetRequests()
    const summary = summaryOf(await run('backup', '--json'))
    const { total, operations } = await emulator.requests()
    unchanged = total
    console.log(`${profile}: unchanged: ${total} requests: ${JSON.stringify(operations)}`)
    expect(summary).toMatchObject({ added: 0, modified: 0, removed: 0, state: 'complete', requests: total })
    const { listOrganizationAuditEvents: feed = 0, ...counted } = operations
    expect(feed).toBe(profile === 'current' ? 1 : 0)
    expect(unexplained(compareRequests(await measured(counted)))).toEqual([])
    expect(Object.keys(operations).filter(name => /Page|Document|Revision|download/.test(name))).toEqual([])
  })

  test('k edited pages in j spaces cost j trees and k bodies in each format more', async () => {
    const edited = sets
      .slice(0, 2)
      .map(set => ({ set, pages: readSourceTree(source(set)).pages.slice(1, 4) }))
    for (const { set, pages } of edited) {
      const folder = join(work, `edited-${profile}`, set)
      writeState(set, 'last', folder)
      const { root } = readSourceTree(folder)
      for (const page of pages)
        writeFileSync(join(root, page), `${readFileSync(join(root, page), 'utf8')}\nEdited.\n`)
      await emulator.control('POST', 'load', { space: set, folder })
    }
    await emulator.resetRequests()
    const summary = summaryOf(await run('backup', '--json'))
    const { total, operations } = await emulator.requests()
    const [j, k, formats] = [edited.length, edited.flatMap(one => one.pages).length, 2]
    // The report of links of a space that changed; a second request where there are broken ones.
    const { listSpaceLinks: reports = 0 } = operations
    const allowed = unchanged + j + k * formats + 2 * j
    console.log(`${profile}: ${k} pages in ${j} spaces edited: ${total} requests, ${allowed} allowed`)
    expect(summary).toMatchObject({ modified: k, added: 0, removed: 0, state: 'complete' })
    expect(reports).toBeLessThanOrEqual(2 * j)
    expect(total).toBe(unchanged + j + k * formats + reports)
  })

  /** As test/backup/requests.test.ts holds every request against a reason. */
  async function measured(operations: Record<string, number>): Promise<Measurement> {
    const state = jsonOf(await emulator.control('GET', 'state'))
    const numbers = { ...numbersOf(state, emulator.organization), probes: 0, pictures: 0 }
    return { service: profile === 'document' ? profile : 'full', scenario: 'fast', numbers, operations }
  }

  test('every stored byte is still what was stored', async () => {
    expect((await run('check', '--read-data')).code).toBe(0)
  })
})

interface Summary {
  snapshot: number
  requests: number
  resources: { page: number; file: number }
}

function summaryOf(result: Run): Summary {
  const last = result.events.at(-1)
  if (result.code !== 0 || !isSummary(last)) throw new Error(`ended with ${result.code}: ${result.stderr}`)
  return last
}

function isSummary(event: unknown): event is Summary {
  return (
    typeof event === 'object' && event !== null && 'message_type' in event && event.message_type === 'summary'
  )
}

/** A process for each page of each profile would take an hour: all of them once, every tenth for the other profiles. */
function shownPaths(profile: (typeof profiles)[number], paths: readonly string[]): string[] {
  return paths.filter((_, index) => profile === 'full' || index % 10 === 0)
}
