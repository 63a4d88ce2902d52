/**
 * Restores by `git/import` alone: all data sets, 1,600 pages and more, each page's Markdown equal byte for byte but where
 * the plan said otherwise; and `kill -9` at random moments, gone on with. KILLS says how many.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { BETWEEN } from '../helpers/between.ts'
import { handbookFiles, writeFiles } from '../helpers/company.ts'
import { dataSets, writeState } from '../helpers/data-sets.ts'
import { docvault } from '../helpers/docvault.ts'
import { type EmulatorProcess, startEmulatorProcess } from '../helpers/emulator-process.ts'
import { killedRestore, wholeRestore } from '../helpers/kill-restore.ts'
import { markdownOf } from '../helpers/markdown-digests.ts'

const kills = Number(process.env.KILLS ?? 10)
const work = mkdtempSync(join(tmpdir(), 'docvault-git-import-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

const service = [
  ...['--profile', BETWEEN.profile, '--service-version', BETWEEN.serviceVersion],
  ...['--without', ...BETWEEN.without],
]

test('all data sets come back, each page with its Markdown where the plan did not say otherwise', async () => {
  const sets = dataSets()
  for (const set of sets) writeState(set, 'last', join(work, set))
  const loads = sets.flatMap(set => ['--load', `${set}=${join(work, set)}`])
  await withEmulator([...service, ...loads], async emulator => {
    const env = { ...emulator.env, DOCVAULT_VAULT_PATH: join(work, 'vault-data') }
    expect((await docvault(['backup', '--org', emulator.organization], { env })).code).toBe(0)
    const made = await emulator.control('POST', 'create', { object: 'organization', set: { title: 'New' } })
    const { id: organization } = z.object({ id: z.string() }).parse(made)
    const run = await docvault(['restore', '1', '--to', organization, '--apply', '--yes', '--json'], { env })
    const { losses, writer } = planSchema.parse(run.events.find(one => one.message_type === 'plan'))
    const summary = summarySchema.parse(run.events.findLast(one => one.message_type === 'summary'))
    expect([writer, summary.verification.differences, run.code]).toEqual(['git', [], 0])
    const state = await emulator.control('GET', 'state')
    const [before, after] = [emulator.organization, organization].map(one => markdownOf(state, one))
    const pages = Object.keys(before ?? {})
    const unlike = pages.filter(path => before?.[path] !== after?.[path])
    const said = new Set(losses.filter(one => ABOUT_MARKDOWN.has(one.property)).flatMap(one => one.items))
    console.log(
      `${pages.length} pages, ${pages.length - unlike.length} with the same Markdown, ${said.size} announced`,
    )
    expect(Object.keys(after ?? {}).sort()).toEqual(pages.sort())
    expect(pages.length).toBeGreaterThan(1600)
    expect(unlike.length).toBeLessThanOrEqual(said.size)
  })
})

test(`${kills} kills: each resumed restore ends as an uninterrupted one`, async () => {
  writeFiles(join(work, 'handbook'), handbookFiles)
  const loads = ['Handbook', 'Second'].flatMap(title => ['--load', `${title}=${join(work, 'handbook')}`])
  await withEmulator([...service, '--members', '4', '--latency', '3', ...loads], async emulator => {
    const env = { ...emulator.env, DOCVAULT_VAULT_PATH: join(work, 'vault-kills') }
    expect((await docvault(['backup', '--org', emulator.organization], { env })).code).toBe(0)
    const whole = await wholeRestore(emulator, env, BETWEEN.profile)
    for (let kill = 1; kill <= kills; kill++) {
      const one = await killedRestore(emulator, env, BETWEEN.profile, whole.steps)
      console.log(`kill ${kill} ${one.afterMs} ms after step ${one.stepsBefore} of ${whole.steps}`)
      expect(one.differences).toEqual([])
      expect(one.code).toBe(0)
      expect(one.state, one.left.join('\n')).toEqual(whole.state)
    }
  })
})

/** Losses that show in the Markdown. */
const ABOUT_MARKDOWN: ReadonlySet<string> = new Set([
  'Markdown',
  'heading of the Markdown',
  'links that led nowhere',
  'links',
])

const planSchema = z.looseObject({
  writer: z.string(),
  losses: z.array(z.looseObject({ property: z.string(), items: z.array(z.string()) })),
})
const summarySchema = z.looseObject({ verification: z.looseObject({ differences: z.array(z.unknown()) }) })

async function withEmulator(
  args: readonly string[],
  use: (emulator: EmulatorProcess) => Promise<void>,
): Promise<void> {
  const emulator = await startEmulatorProcess(args)
  try {
    await use(emulator)
  } finally {
    await emulator.stop()
  }
}
