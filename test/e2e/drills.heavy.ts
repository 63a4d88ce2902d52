/**
 * Drills of what real documentation has become after many nights, and of a company whose drafts stayed behind: green in
 * every profile, with faults and without. Drills into a service that loses one property: red, and the property named.
 * NIGHTS, SETS and PROFILES narrow it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import { type DrillData, drill } from '../../jobs/drill.ts'
import { startEmulator } from '../../src/emulator/emulator.ts'
import type { Profile } from '../../src/verify/snapshot-profile.ts'
import { type Company, environmentOf, handbookFiles, makeCompany, takeSnapshot } from '../helpers/company.ts'
import { dataSets, stateCount, writeState } from '../helpers/data-sets.ts'
import { freePort } from '../helpers/forwarding.ts'
import { type ServiceLoss, serviceLosses } from '../helpers/losses.ts'
import { startLossyProxy } from '../helpers/lossy-proxy.ts'
import { write } from '../helpers/platform-write.ts'

const nights = Number(process.env.NIGHTS ?? 30)
const sets = process.env.SETS?.split(',') ?? dataSets()
const all: readonly Profile[] = ['document', 'full', 'current']
const profiles = all.filter(one => process.env.PROFILES?.split(',').includes(one) ?? true)
const work = mkdtempSync(join(tmpdir(), 'docvault-drills-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

async function runDrill(env: Record<string, string>, data: DrillData) {
  const config = loadConfig({ env })
  const { report } = await drill.run({ config, signal: undefined, report: () => {} }, data)
  const differences = report.differences.map(one => `${one.kind} ${one.label} ${one.field}`)
  const failures = report.failures.map(one => `${one.kind} ${one.label}: ${one.reason}`)
  return { report, found: [...differences, ...failures] }
}

function print(name: string, { report, found }: Awaited<ReturnType<typeof runDrill>>): void {
  const faults = report.faults === null ? 'no faults' : `${report.faults.length} faults`
  const result = report.passed ? 'passed' : `FAILED (${found.length})`
  console.log(
    `${name} | ${report.target} | ${faults} | ${result} | ${report.pages} pages | ${report.duration_ms} ms`,
  )
}

describe.each(profiles)('profile %s', profile => {
  test.each(sets)(`after ${nights} nights of %s a drill is green`, async set => {
    const numbers = Array.from({ length: nights }, (_, index) => stateCount(set) - nights + 1 + index)
    const folder = join(work, set)
    writeState(set, numbers[0] ?? 1, folder)
    const emulator = await startEmulator({ profile, changeRequests: 8, load: [{ title: set, folder }] })
    const env = environmentOf(emulator, join(work, `vault-${profile}-${set}`))
    try {
      for (const night of numbers) {
        writeState(set, night, folder)
        await emulator.load(set, folder)
        await takeSnapshot(env)
      }
    } finally {
      await emulator.close()
    }
    const done = await runDrill(env, { faults: 'off' })
    print(set, done)
    expect(done.found.slice(0, 10)).toEqual([])
    expect(done.report.target).toBe(profile)
  })

  test('a company with drafts behind what they began with comes back, with faults and without', async () => {
    const company = await makeCompany({ profile, members: 20, comments: 20, changeRequests: 16, sites: 3 })
    await company.backUp()
    for (const turn of [1, 2, 3]) {
      await company.edit({
        'guides/linux.md': `# On Linux\n\nRewritten ${turn}.\n`,
        [`new-${turn}.md`]: '# New\n',
      })
      await company.backUp()
    }
    for (const faults of ['off', 'on'] as const) {
      const done = await runDrill(company.env, { faults })
      print('company', done)
      expect(done.found).toEqual([])
    }
  })

  test.each(Object.entries(serviceLosses))('a service that loses %s is found out', async (name, loss) => {
    const declared = loss.declared?.[profile]
    const done = await drillInto(profile, loss)
    const reasons = done.report.kinds.flatMap(one =>
      Object.keys(one.reasons).map(why => `${one.kind}: ${why}`),
    )
    const named = done.found.find(one => loss.named.test(one))
    const said = declared ? reasons.find(why => declared.test(why)) : undefined
    const nothing = declared === null ? 'nothing of it here' : 'NOT NAMED'
    print(`loses ${name}: ${named ?? said ?? `${nothing}: ${done.found.slice(0, 3).join('; ')}`}`, done)
    if (declared === undefined) {
      expect(done.report.passed).toBe(false)
      expect(named).toBeDefined()
    } else if (declared !== null) expect(said).toBeDefined()
  })
})

async function drillInto(profile: Profile, { losing }: ServiceLoss) {
  const proxy = await startLossyProxy()
  const port = await freePort()
  proxy.target = `http://127.0.0.1:${port}`
  const company = await makeCompany({
    profile,
    // What loses something is not what the description says.
    asDescribed: false,
    port,
    publicUrl: proxy.url,
    comments: 4,
    sites: 3,
  })
  await company.edit(richFiles)
  await write(company.emulator, 'PATCH', `/spaces/${idOfSpace(company, 'Second')}`, {
    emoji: '1f4d7',
    language: 'fr',
  })
  await company.backUp()
  const scratch = company.emulator.create('organization', { title: 'Scratch' })
  if (profile === 'document') company.emulator.create('space', { title: 'Template', organization: scratch })
  proxy.losing = losing
  const organization = company.emulator.organization
  return runDrill(company.env, { live: scratch, organization, force: true })
}

function idOfSpace({ emulator }: Company, title: string): string {
  const { spaces } = JSON.parse(JSON.stringify(emulator.state()))
  return spaces.find((one: { title: string }) => one.title === title).id
}

const richFiles = {
  'SUMMARY.md': `${handbookFiles['SUMMARY.md']}* [Rich](rich.md)\n`,
  'rich.md': `---\n${[
    'description: Said',
    'emoji: 1f600',
    'hidden: true',
    'cover: .gitbook/assets/logo.png',
    'coverY: 12',
    'layout:\n  width: wide\n  outline:\n    visible: false',
    'vars:\n  edition: third',
  ].join('\n')}\n---\n\n# Rich\n\nSee [elsewhere](https://example.com/).\n`,
  '.gitbook/vars.yaml': 'product: Maker\n',
}
