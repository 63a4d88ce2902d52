/**
 * Real documentation, all data sets in one generated company: backed up, restored into an organization that has
 * nothing, read back and compared; then the drill. Prints the table of what came back.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeFiles } from '../helpers/company.ts'
import { compareExport } from '../helpers/compare-export.ts'
import { dataSets, writeState } from '../helpers/data-sets.ts'
import { docvault } from '../helpers/docvault.ts'
import { type EmulatorProcess, startEmulatorProcess } from '../helpers/emulator-process.ts'

const work = mkdtempSync(join(tmpdir(), 'docvault-restore-'))
const sets = dataSets()
const source = (set: string) => join(work, 'source', set)

beforeAll(() => {
  for (const set of sets) writeState(set, 'last', source(set))
  writeFiles(work, { 'pets.json': '{"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"paths":{}}' })
})
afterAll(() => rmSync(work, { recursive: true, force: true }))

describe.each(['document', 'full', 'current'] as const)('all data sets, profile %s', profile => {
  let platform: EmulatorProcess
  let fresh: EmulatorProcess
  let organization = ''
  const vault = join(work, `vault-${profile}`)
  const on = (emulator: EmulatorProcess, ...args: string[]) =>
    docvault(args, {
      // The pictures of the sites are still where the platform that is gone had them.
      env: { ...emulator.env, DOCVAULT_VAULT_PATH: vault, DOCVAULT_PLATFORM_ALLOW_PRIVATE_ADDRESSES: 'true' },
    })

  beforeAll(async () => {
    const loads = sets.flatMap(set => ['--load', `${set}=${source(set)}`])
    const company = ['--members', '20', '--teams', '4', '--comments', '30', '--change-requests', '12']
    const more = ['--sites', '3', '--specs', join(work, 'pets.json')]
    platform = await startEmulatorProcess(['--profile', profile, ...company, ...more, ...loads])
    fresh = await startEmulatorProcess(['--profile', profile, '--seed', '99', '--members', '1'])
    organization = await made(fresh, 'organization', { title: 'Fresh' })
    if (profile === 'document') await made(fresh, 'space', { title: 'Template', organization })
  })
  afterAll(async () => {
    await platform.stop()
    await fresh.stop()
  })

  test('everything comes back but what is declared as lost', async () => {
    expect((await on(platform, 'backup', '--json')).code).toBe(0)
    const started = performance.now()
    const result = await on(fresh, 'restore', '1', '--to', organization, '--apply', '--yes', '--json')
    const summary = JSON.parse(JSON.stringify(result.events.findLast(one => one.message_type === 'summary')))
    const { kinds, references, differences } = summary.verification
    console.log(`${profile}: restored in ${Math.round(performance.now() - started)} ms`)
    for (const { kind, full, part, not, reasons } of kinds)
      console.log(`${profile} | ${kind} | ${full} | ${part} | ${not} | ${JSON.stringify(reasons)}`)
    console.log(`${profile}: references ${JSON.stringify({ ...references, differences: undefined })}`)
    console.log(`${profile}: notes ${JSON.stringify(summary.outcome.notes.slice(0, 3))}`)
    expect(differences.slice(0, 5)).toEqual([])
    expect(summary.outcome.failures).toEqual([])
    expect(result.code).toBe(0)
    expect(references.broken).toBe(references.brokenBefore)
  })

  test('a second plan is empty', async () => {
    const result = await on(fresh, 'restore', '1', '--to', organization, '--json')
    const plan = JSON.parse(JSON.stringify(result.events.findLast(one => one.message_type === 'plan')))
    expect(plan.steps).toEqual([])
  })

  test('every page and file of every data set comes back byte for byte, where the writer keeps Markdown', async () => {
    const listed = await on(fresh, 'snapshots', '--json')
    const last = listed.events.findLast(one => one.snapshot !== undefined)
    const [before, after] = [join(work, `before-${profile}`), join(work, `after-${profile}`)]
    expect((await on(platform, 'export', '1', before)).code).toBe(0)
    // 3: pictures of sites that only the platform that is gone could show.
    expect([0, 3]).toContain((await on(fresh, 'export', String(last?.snapshot), after)).code)
    for (const set of sets) {
      const { pages, files, differences } = compareExport(join(before, set), join(after, set))
      const markdown = differences.filter(line => /\.md /.test(line)).length
      const others = differences.length - markdown
      console.log(
        `${profile}: ${set}: ${pages} pages, ${files} files; ${markdown} Markdown files, ${others} others differ`,
      )
      if (profile === 'current') expect(others).toBeLessThanOrEqual(files * 2)
      else expect(differences).toEqual([])
    }
  })

  test('one page among hundreds goes back inside a change request', async () => {
    const [set = ''] = sets
    const listed = (await on(platform, 'ls', '1', '--kind', 'page', '--json')).events
    const pages = listed.filter(one => one.message_type === 'resource' && one.within === set)
    const page = pages.find(one => String(one.git_path).includes('/')) ?? pages[1]
    await platform.control('POST', 'patch', {
      object: 'page',
      id: page?.id,
      set: { markdown: '# Overwritten\n\nBy mistake.\n' },
    })
    const args = ['--page', String(page?.id), '--as-change-request', '--apply', '--yes', '--json']
    const result = await on(platform, 'restore', '1', '--org', platform.organization, ...args)
    const plan = JSON.parse(JSON.stringify(result.events.findLast(one => one.message_type === 'plan')))
    console.log(
      `${profile}: one of ${pages.length} pages: ${plan.steps.length} step, ${plan.requests} requests`,
    )
    expect(plan.steps).toHaveLength(1)
    expect(result.code).toBe(0)
  })

  test('the drill passes', async () => {
    const result = await on(platform, 'drill', '1', '--profile', profile, '--json')
    const summary = JSON.parse(JSON.stringify(result.events.findLast(one => one.message_type === 'summary')))
    console.log(
      `${profile}: drill: ${summary.pages} pages, ${summary.files} files: recovered in ${summary.recovery_ms} ms, ${summary.duration_ms} ms in all`,
    )
    expect(summary.differences).toEqual([])
    expect(result.code).toBe(0)
  })
})

async function made(emulator: EmulatorProcess, object: string, set: object): Promise<string> {
  const answer = JSON.parse(JSON.stringify(await emulator.control('POST', 'create', { object, set })))
  return answer.id
}
