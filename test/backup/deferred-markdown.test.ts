/**
 * Documents first (`backup.markdown: later`): a first backup is complete after half of the requests and says how much
 * Markdown is pending; later ones read it, and nobody is told that a page changed.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { blame } from '../../src/diff/blame.ts'
import { compare } from '../../src/diff/compare.ts'
import { historyOf } from '../../src/diff/history.ts'
import { type ExportedSpace, exportSpaces } from '../../src/export/export.ts'
import { mirrorSnapshot } from '../../src/export/mirror.ts'
import type { SnapshotSummary } from '../../src/model/snapshot.ts'
import { resources } from '../../src/resources/index.ts'
import type { StoredResource, Vault } from '../../src/vault/vault.ts'
import { type Company, makeCompany, takeSnapshot } from '../helpers/company.ts'
import { docvault } from '../helpers/docvault.ts'
import { itemsOf, jsonOf } from '../helpers/state/expected.ts'

const later = { DOCVAULT_BACKUP_MARKDOWN: 'later' }
const busy = { changeRequests: 6, sites: 1, synthetic: { spaces: 2, pages: 12 } }
const MARKDOWN = 'getPageInRevisionById'

test('a first backup reads documents only, is complete, and says how much Markdown is pending', async () => {
  const company = await makeCompany(busy)
  const first = await measured(company, later)
  const both = await measured(await makeCompany(busy), {})
  expect(first.summary.state).toBe('complete')
  const bodies = (operations: Readonly<Record<string, number>>) =>
    (operations.getDocumentById ?? 0) + (operations[MARKDOWN] ?? 0)
  expect(first.operations).not.toHaveProperty(MARKDOWN)
  expect(first.operations.getDocumentById).toBe(both.operations.getDocumentById)
  expect(bodies(first.operations) * 2).toBeLessThanOrEqual(bodies(both.operations) + 4)
  const lacking = pagesIn(company.vault(), 1).filter(lacksMarkdown)
  expect(lacking.length).toBeGreaterThan(20)
  expect(first.summary.proof?.markdown_pending).toBe(lacking.length)
  expect(both.summary.proof).not.toHaveProperty('markdown_pending')
})

test('the next backup reads the Markdown, no document again, and nothing counts as changed', async () => {
  const company = await makeCompany(busy)
  await company.backUp({}, { env: later })
  const second = await measured(company, later)
  expect(second.summary).toMatchObject({ state: 'complete', added: 0, modified: 0, removed: 0 })
  expect(second.summary.proof?.markdown_pending).toBe(0)
  expect(second.operations).not.toHaveProperty('getDocumentById')
  const vault = company.vault()
  expect(pagesIn(vault, 2).filter(lacksMarkdown)).toEqual([])
  expect([...compare(vault, resources, pairOf(vault), { by: 'id' })]).toEqual([])
  const backwards = { a: pairOf(vault).b, b: pairOf(vault).a }
  expect([...compare(vault, resources, backwards, { by: 'id' })]).toEqual([])
  expect([...vault.changes(1, 2, { withBodies: true })].length).toBe(pagesIn(vault, 2).filter(hasBody).length)
  for (const page of pagesIn(vault, 2))
    expect([...historyOf(vault, resources, page.key)].map(({ change }) => change.type)).toEqual(['added'])
  const third = await measured(company, later)
  const usual = await makeCompany(busy)
  await usual.backUp()
  expect(third.total).toBe((await measured(usual, {})).total)
})

test('what is kept in the end is what a backup with both at once keeps', async () => {
  const company = await makeCompany(busy)
  await company.backUp({}, { env: later })
  await company.backUp({}, { env: later })
  const { contents } = await company.backUp({ exact: true }, { env: later })
  const other = { ...company, env: { ...company.env, DOCVAULT_VAULT_PATH: `${company.vaultPath}-both` } }
  expect((await takeSnapshot(other.env)).contents).toBe(contents)
})

test('a run reads no more than backup.markdownPerRun allows, of the pages edited last first', async () => {
  const company = await makeCompany(busy)
  const [space] = itemsOf(company.emulator.state().spaces)
  const [first] = itemsOf(jsonOf(space?.content).pages)
  company.emulator.patch('page', String(first?.id), { markdown: 'Edited last.\n' })
  await company.backUp({}, { env: later })
  const before = pagesIn(company.vault(), 1).filter(lacksMarkdown).length
  const run = await measured(company, { ...later, DOCVAULT_BACKUP_MARKDOWN_PER_RUN: '1' })
  expect(run.operations[MARKDOWN]).toBe(1)
  expect(run.summary.state).toBe('complete')
  const vault = company.vault()
  const come = pagesIn(vault, 2).filter(page => page.parts.some(({ name }) => name === 'markdown'))
  expect(come.map(page => titleOf(vault, page))).toContain(String(first?.title))
  expect(new Set(come.map(page => titleOf(vault, page))).size).toBe(1)
  expect(run.summary.proof?.markdown_pending).toBe(before - come.length)
  const rest = await measured(company, {})
  expect(rest.summary.proof?.markdown_pending).toBe(0)
  expect((await company.backUp()).proof).not.toHaveProperty('markdown_pending')
})

test('a page that was edited before its Markdown came has that of the new text, and changed once', async () => {
  const company = await makeCompany()
  await company.backUp({}, { env: later })
  await company.edit({ 'guides/linux.md': '# On Linux\n\nQuite another text.\n' })
  const second = await company.backUp({}, { env: later })
  const vault = company.vault()
  const changes = [...compare(vault, resources, pairOf(vault), { by: 'id', kinds: ['page'] })]
  expect(changes.map(({ description }) => description.title)).toEqual(['On Linux'])
  expect(changes[0]?.parts.map(({ name }) => name)).toEqual(['document'])
  expect(second.proof?.markdown_pending).toBe(0)
  const [page] = pagesIn(vault, 2).filter(one => titleOf(vault, one) === 'On Linux')
  expect(textOf(vault, page, 'markdown')).toContain('Quite another text.')
  expect(textOf(vault, page, 'document')).toContain('Quite another text.')
})

test('a page with Markdown keeps having it when it is edited, whatever a run may read', async () => {
  const company = await makeCompany()
  await company.backUp()
  await company.edit({ 'guides/linux.md': '# On Linux\n\nQuite another text.\n' })
  const env = { ...later, DOCVAULT_BACKUP_MARKDOWN_PER_RUN: '1' }
  await company.backUp({}, { env })
  expect(pagesIn(company.vault(), 2).filter(lacksMarkdown)).toEqual([])
})

test('cut off while it reads Markdown, the next run goes on and asks for none twice', async () => {
  const company = await makeCompany(busy)
  await company.backUp({}, { env: later })
  const whole = new Set(
    pagesIn(company.vault(), 1)
      .filter(lacksMarkdown)
      .map(page => documentOf(company, page)),
  )
  company.emulator.resetRequests()
  const cut = new AbortController()
  let done = 0
  const report = ({ type }: { type: string }) => {
    if (type === 'done' && (company.emulator.requests().operations[MARKDOWN] ?? 0) >= 5 && ++done > 3)
      cut.abort()
  }
  await expect(company.backUp({}, { env: later, signal: cut.signal, report })).rejects.toThrow()
  const asked = company.emulator.requests().operations[MARKDOWN] ?? 0
  expect(asked).toBeGreaterThanOrEqual(5)
  const next = await company.backUp({}, { env: later })
  expect(next).toMatchObject({ state: 'complete', modified: 0 })
  expect(next.proof?.markdown_pending).toBe(0)
  // What was on its way when it was cut off may be asked for again, and nothing else.
  const inFlight = 8 * 4
  expect(company.emulator.requests().operations[MARKDOWN]).toBeLessThanOrEqual(whole.size + inFlight)
})

test('Markdown that cannot be read is a gap, as it is without the setting', async () => {
  const company = await makeCompany()
  await company.backUp({}, { env: later })
  company.emulator.fault({ operation: MARKDOWN, kind: 'status', status: 500 })
  const second = await company.backUp({}, { env: later })
  expect(second.state).toBe('partial')
  company.emulator.clearFaults()
  const third = await company.backUp({}, { env: later })
  expect(third).toMatchObject({ state: 'complete', modified: 0 })
  expect(third.proof?.markdown_pending).toBe(0)
})

test('a run whose time is over while it reads Markdown leaves it pending, and no gap in what is kept', async () => {
  const company = await makeCompany()
  const first = await company.backUp({}, { env: later })
  company.emulator.fault({ operation: MARKDOWN, kind: 'drip', ms: 200 })
  const patient = { DOCVAULT_PLATFORM_LEAST_RATE: '0', DOCVAULT_BACKUP_MAX_DURATION: '2s' }
  const second = await company.backUp({}, { env: { ...later, ...patient } })
  const content = ['page', 'revision', 'file', 'page-group', 'reusable-content']
  expect(second.gaps.filter(({ kind }) => content.includes(kind))).toEqual([])
  expect(second.proof?.markdown_pending).toBe(first.proof?.markdown_pending)
  company.emulator.clearFaults()
  const third = await company.backUp({}, { env: later })
  expect(third).toMatchObject({ state: 'complete', modified: 0 })
  expect(third.proof?.markdown_pending).toBe(0)
})

test('what was pending counts from snapshot to snapshot as if it were counted anew', async () => {
  const company = await makeCompany(busy)
  const env = { ...later, DOCVAULT_BACKUP_MARKDOWN_PER_RUN: '4' }
  const edits = ['# On Linux\n\nOne.\n', null, '# On Linux\n\nThree.\n', '# On Linux\n\nFour.\n']
  await company.backUp({}, { env })
  for (const text of edits) {
    await company.edit({ 'guides/linux.md': text })
    const { snapshot, proof } = await company.backUp({}, { env })
    expect(proof?.markdown_pending).toBe(pagesIn(company.vault(), snapshot).filter(lacksMarkdown).length)
  }
})

test('lines of a page stand since its document was read, not since its Markdown came', async () => {
  const company = await makeCompany()
  await company.backUp({}, { env: later })
  await company.backUp({}, { env: later })
  const vault = company.vault()
  const { b } = pairOf(vault)
  const [page] = pagesIn(vault, 2).filter(found => titleOf(vault, found) === 'On Linux')
  if (!page) throw new Error('no such page')
  expect(blame(vault, b, page)?.map(({ since }) => since)).toEqual(expect.arrayContaining([1]))
  expect(blame(vault, b, page)?.filter(({ since }) => since !== 1)).toEqual([])
})

test('an export says what it rendered, and a mirror takes the Markdown when it has come', async () => {
  const company = await makeCompany()
  await company.backUp({}, { env: later })
  const path = join(company.folder, 'mirror')
  const copy = (vault: Vault) =>
    mirrorSnapshot(vault, { snapshot: newestOf(vault), path, signal: new AbortController().signal })
  const before = company.vault()
  const [exported] = await exportOf(before, join(company.folder, 'export'))
  expect(exported?.rendered).toBe(pagesIn(before, 1).filter(lacksMarkdown).length / 2)
  expect((await copy(before)).rendered).toBe(pagesIn(before, 1).filter(lacksMarkdown).length)
  await company.backUp({}, { env: later })
  const after = company.vault()
  const { folder, written, rendered } = await copy(after)
  expect({ written, rendered }).toEqual({ written: 2, rendered: 0 })
  const [page] = pagesIn(after, 2).filter(found => titleOf(after, found) === 'On Linux')
  const file = readFileSync(join(folder, 'Handbook', 'guides', 'linux.md'), 'utf8')
  expect(file).toBe(textOf(after, page, 'markdown'))
})

test('every report of a snapshot says that Markdown is pending', async () => {
  const company = await makeCompany()
  const env = { ...company.env, ...later }
  const said = async (...args: string[]) => (await docvault(args, { env })).stdout.toString()
  const pending = 'Markdown of 6 pages pending'
  expect(await said('backup')).toContain(`: complete, ${pending}\n`)
  expect(await said('snapshots')).toContain(`pending in 1: ${pending}`)
  expect(await said('show', '1')).toContain(`: complete, ${pending}\n`)
  expect(await said('coverage')).toContain(`page: ${pending}`)
  expect(await said('export', '1', join(company.folder, 'out'))).toContain(
    'rendered by docvault from documents',
  )
  const vault = company.vault()
  const [page] = pagesIn(vault, 1).filter(lacksMarkdown)
  const shown = await docvault(['show', '1', 'page', String(page?.id), '--as', 'markdown'], { env })
  expect([shown.code, shown.stderr]).toEqual([2, expect.stringContaining('whose Markdown is pending')])
})

test('a drill of a snapshot with pending Markdown passes: everything comes back from documents', {
  timeout: 180_000,
}, async () => {
  const company = await makeCompany()
  const env = { ...company.env, ...later }
  await company.backUp({}, { env })
  const { code, stdout } = await docvault(['drill', '1'], { env })
  expect([code, stdout.toString()]).toEqual([0, expect.stringContaining('passed')])
})

async function exportOf(vault: Vault, target: string): Promise<ExportedSpace[]> {
  const exported: ExportedSpace[] = []
  for await (const space of exportSpaces(vault, { snapshot: 1, target, zip: false, replace: false }))
    exported.push(space)
  return exported
}

function newestOf(vault: Vault): SnapshotSummary {
  const newest = vault.snapshots().at(-1)
  if (!newest) throw new Error('there is no snapshot')
  return newest
}

async function measured(company: Company, env: Record<string, string>) {
  company.emulator.resetRequests()
  const summary = await company.backUp({}, { env })
  return { summary, ...company.emulator.requests() }
}

function pagesIn(vault: Vault, snapshot: number): StoredResource[] {
  return [
    ...vault.resources(snapshot, { kind: 'page' }),
    ...vault.resources(snapshot, { kind: 'change-request-page' }),
  ]
}

function hasBody({ parts }: StoredResource): boolean {
  return parts.some(({ name }) => name === 'document')
}

function lacksMarkdown(page: StoredResource): boolean {
  return hasBody(page) && page.parts.every(({ name }) => name !== 'markdown')
}

function pairOf(vault: Vault): { a: SnapshotSummary; b: SnapshotSummary } {
  const [a, b] = vault.snapshots()
  if (!a || !b) throw new Error('there are fewer than two snapshots')
  return { a, b }
}

function titleOf(vault: Vault, page: StoredResource): string {
  return String(Object(vault.readJson(page)).title)
}

function documentOf(company: Company, page: StoredResource): string {
  return String(Object(company.vault().readJson(page)).documentId)
}

function textOf(vault: Vault, page: StoredResource | undefined, name: string): string {
  const part = page?.parts.find(one => one.name === name)
  return part === undefined ? '' : vault.read(part.content).toString()
}
