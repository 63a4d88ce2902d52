/**
 * Whether a night, and what people ask, cost the same after thousands of nights: a small company of generated pages, of which one
 * is edited before each backup (NIGHTS: the ages at which is measured, default 300 and 3,000). For each the CPU of the last
 * backups, in this process, and of commands in processes of their own, start-up included; then how many times as much the old
 * vault takes as the young one. What tells states of one thing has as many times as many to tell; and as the nights are seconds
 * apart, a timeline looks at the audit events of all of them for each change, where in a company it looks at those of a day.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { type EmulatorProcess, ONCE, startEmulatorProcess } from '../test/helpers/emulator-process.ts'
import { RUNS, usageOf } from './growth.ts'
import { backUpInto, median } from './measure.ts'

const AGES = (process.env.NIGHTS ?? '300,3000').split(',').map(Number)
const SIZE = '3x20'
/** Of which the median is told. */
const LAST_NIGHTS = 20

const spacesSchema = z.object({ items: z.array(z.object({ id: z.string() })) })
const pagesSchema = z.object({ pages: z.array(z.object({ id: z.string(), type: z.string() })) })

interface Place {
  space: string
  pages: readonly string[]
}

const work = mkdtempSync(join(tmpdir(), 'docvault-nights-'))
const emulator = await startEmulatorProcess(['--synthetic', SIZE])
try {
  const place = await placeOf(emulator)
  const ages: Map<string, number>[] = []
  let nights = 0
  for (const age of AGES) {
    const seconds: number[] = []
    for (; nights < age; nights++) seconds.push(await nightOf(place, nights))
    const measured = new Map([['backup', median(seconds.slice(-LAST_NIGHTS))]])
    for (const words of questionsAbout(place)) measured.set(words.join(' '), cpuOf(words))
    for (const [name, cpu] of measured) console.log(`${age} nights: ${name}: ${cpu.toFixed(3)} s of CPU`)
    ages.push(measured)
  }
  const [young, old] = [ages[0], ages.at(-1)]
  for (const [name, cpu] of old ?? [])
    console.log(
      `${AGES.at(-1)} nights over ${AGES[0]}: ${name}: ${(cpu / (young?.get(name) ?? 0)).toFixed(2)}`,
    )
} finally {
  await emulator.stop()
  rmSync(work, { recursive: true, force: true })
}

function questionsAbout({ space, pages: [page = ''] }: Place): string[][] {
  return [
    ['snapshots'],
    ['show', 'latest'],
    ['diff'],
    ['log', 'page', page],
    ['timeline', 'page', page],
    ['timeline', 'space', space],
    ['access', '--space', space],
    ['audit', 'changes', '--no-ledger'],
    ['forget', '--keep-daily', '7'],
    ['check'],
  ]
}

/** CPU seconds of the backup, without its edit. */
async function nightOf({ pages }: Place, night: number): Promise<number> {
  const id = pages[night % pages.length]
  const set = { markdown: `# Edited\n\nThis page was edited before night ${night}.` }
  await emulator.control('POST', 'patch', { object: 'page', id, set })
  const before = process.cpuUsage()
  await backUpInto(join(work, 'vault'), emulator)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

function cpuOf(words: readonly string[]): number {
  return median(Array.from({ length: RUNS }, () => usageOf(words, work, join(work, 'vault')).cpuSeconds))
}

async function placeOf({ url, token, organization }: EmulatorProcess): Promise<Place> {
  const asked = async (path: string): Promise<unknown> => {
    const answer = await fetch(`${url}/${path}`, { headers: { ...ONCE, authorization: `Bearer ${token}` } })
    return answer.json()
  }
  const [space] = spacesSchema.parse(await asked(`orgs/${organization}/spaces`)).items
  if (space === undefined) throw new Error('the emulator has no space')
  const { pages } = pagesSchema.parse(await asked(`spaces/${space.id}/content/pages`))
  return { space: space.id, pages: pages.filter(({ type }) => type === 'document').map(({ id }) => id) }
}
