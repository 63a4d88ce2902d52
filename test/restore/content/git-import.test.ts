/** Restores by `git/import`: what the plan says and refuses, what is sent, and what is waited for. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { whatNeedsMore } from '../../../jobs/triggered-restore.ts'
import { BETWEEN } from '../../helpers/between.ts'
import { type Company, handbookFiles, makeCompany, writeFiles } from '../../helpers/company.ts'
import { markdownOf, pagesIn } from '../../helpers/markdown-digests.ts'
import { inWorld, TITLE } from '../../helpers/restore-world.ts'
import { itemsOf, restoreHome, restoreInto, type Target } from '../../helpers/restoring.ts'

const SMALL = { specs: [], members: 1, teams: 0 }
/** Of the handbook, what somebody deleted; and what its table of contents says then. */
const GONE = { 'guides/linux.md': null, '.gitbook/assets/notes (1).txt': null }
const SHORT = [
  '# Table of contents',
  '',
  '* [Welcome](README.md)',
  '',
  '## Guides',
  '',
  '* [Install](guides/install.md)',
]
  .concat(['* [Empty](guides/empty.md)', '* [Elsewhere](https://example.com/)', ''])
  .join('\n')

test('an organization comes back by git/import where nothing else is offered, and all is read back', async () => {
  const { company, target } = await between()
  const { plan, result } = await target.apply('1')
  expect(plan?.writer).toBe('git')
  const [step] = plan?.steps.filter(one => one.action === 'import') ?? []
  expect(step?.reason).toContain('answers before it has begun and tells nothing of how it ended')
  expect(step?.reason).toMatch(/^5 pages, 1 page-group, 2 files, 1 reusable-content, by git\/import/)
  expect(result?.outcome.failures).toEqual([])
  expect(result?.verification.differences).toEqual([])
  expect(result?.state).toBe('complete')
  expect(markdownOf(target.emulator.state(), target.organization)).toEqual(
    markdownOf(company.emulator.state(), company.emulator.organization),
  )
})

test('what is missing comes back with all of the space replaced, where the rest is as the snapshot has it', async () => {
  const { company, target } = await atHome()
  const ids = pageIds(company)
  await company.edit({ ...GONE, 'SUMMARY.md': SHORT })
  const { plan, result } = await target.apply('1')
  const [step, ...others] = plan?.steps ?? []
  expect(others).toEqual([])
  expect(step?.reason).toContain('all of its content is replaced at once, with no change request in between')
  expect(step?.reason).toContain('(1 page, 1 file missing, 7 others written once more')
  expect(step?.changes?.map(one => `${one.label}: ${one.words}`)).toContain('On Linux: comes back')
  expect([result?.state, result?.verification.differences]).toEqual(['complete', []])
  expect(pageIds(company).filter(id => ids.includes(id))).toHaveLength(ids.length - 1)
})

test.each([
  [
    'a page that the snapshot does not have',
    { 'new.md': '# New\n' },
    '* [New](new.md)\n',
    {},
    '--delete-extra',
  ],
  [
    'a page that was changed since',
    { 'README.md': '# Welcome\n\nEdited.\n' },
    '',
    {},
    '--on-conflict update',
  ],
  ['a file that was not chosen', {}, '', { pages: ['guides/linux'] }, 'choose the whole space'],
])(
  '%s is not touched unasked: the plan refuses and says what to do',
  async (_what, files, line, request, words) => {
    const { company, target } = await atHome()
    await company.edit({ ...files, ...GONE, 'SUMMARY.md': SHORT + line })
    const { plan } = await target.plan('1', request)
    expect(plan?.steps).toEqual([])
    const reasons =
      plan?.impossible.filter(one => /^(page|file)$/.test(one.kind)).map(one => one.reason) ?? []
    expect(reasons.join()).toContain(words)
    expect(reasons.join()).toContain('--on-conflict copy makes the space anew beside it')
  },
)

test('what was added since goes when its organization is typed back, and an undo brings it back', async () => {
  await inWorld(
    folder => {
      writeFiles(join(folder, 'handbook'), handbookFiles)
      const load = [{ title: 'Handbook', folder: join(folder, 'handbook') }]
      return { ...BETWEEN, members: 1, teams: 0, load }
    },
    async world => {
      const [space] = itemsOf(world.vault, String(await world.backUp()), 'space')
      const snapshot = await world.backUp()
      const owner = space?.id ?? ''
      world.emulator.create('page', { space: owner, title: 'Since', markdown: '# Since\n\nText.\n' })
      const titles = () => titlesOf(world)
      const later = titles()
      const untyped = await world.plan(snapshot, { onConflict: 'update', deleteExtra: '' })
      await expect(world.apply(untyped)).rejects.toThrow('wants the title of the organization typed back')
      expect(titles()).toEqual(later)
      const plan = await world.plan(snapshot, { onConflict: 'update', deleteExtra: TITLE })
      expect(whatNeedsMore(plan)).toBe('deletes 1 of what is there')
      const [step] = plan.steps
      expect(step?.changes?.map(one => `${one.label}: ${one.words}`)).toEqual([
        'Since: goes: not in the snapshot',
      ])
      const result = await world.apply(plan)
      expect([result.state, result.verification.differences]).toEqual(['complete', []])
      expect(titles()).not.toContain('Since')
      const back = await world.planUndo(result.run)
      const undone = await world.apply(back)
      expect(undone.verification.differences).toEqual([])
      expect(titles()).toEqual(later)
    },
  )
})

test('an undo takes nothing away that people wrote after the restore', async () => {
  const { company, target } = await atHome()
  await company.edit({ ...GONE, 'SUMMARY.md': SHORT })
  const { result } = await target.apply('1')
  company.emulator.create('page', { space: handbookOf(company), title: 'Theirs', markdown: '# Theirs\n' })
  const { plan } = await target.run({ action: 'undo', run: result?.run ?? 0 })
  expect(plan?.steps).toEqual([])
  const reasons = plan?.impossible.map(one => `${one.label}: ${one.reason}`).join('\n')
  expect(reasons).toContain(
    `On Linux: restore ${result?.run} made it, and this service takes the content of space`,
  )
  expect(reasons).toContain('would take away what people wrote since: page Theirs')
})

test('an undo of what filled a space is done where people left it as it was', async () => {
  const { company, target } = await atHome()
  await company.edit({ ...GONE, 'SUMMARY.md': SHORT })
  const left = titlesOf(company)
  const { result } = await target.apply('1')
  expect(titlesOf(company)).toContain('On Linux')
  const { plan } = await target.run({ action: 'undo', run: result?.run ?? 0 })
  expect(plan?.steps.flatMap(one => one.changes ?? []).map(one => `${one.label}: ${one.words}`)).toEqual([
    'On Linux: goes: it came since',
    'notes (1).txt: goes: it came since',
  ])
  if (!plan) throw new Error('there is no plan')
  const undone = await target.run({ action: 'apply', plan })
  expect(undone.result?.verification.differences).toEqual([])
  expect(titlesOf(company)).toEqual(left)
})

test('what people write between the reading of a space and the import is not taken away', async () => {
  const { company, target } = await atHome()
  await company.edit({ ...GONE, 'SUMMARY.md': SHORT })
  const { plan } = await target.plan('1')
  if (!plan) throw new Error('there is no plan')
  const { result } = await target.run(
    { action: 'apply', plan },
    {
      report: event => {
        if (event.type === 'begin')
          company.emulator.create('page', {
            space: handbookOf(company),
            title: 'Meanwhile',
            markdown: '# Meanwhile\n',
          })
      },
    },
  )
  expect(result?.outcome.failures.map(one => one.reason).join()).toContain('somebody changed space')
  expect(result?.state).toBe('partial')
  expect(titlesOf(company)).toContain('Meanwhile')
})

test('an import that never fetches what is served is a failure after its time, and never said to be restored', async () => {
  const { company, target } = await between()
  // Nobody listens there.
  const env = { DOCVAULT_RESTORE_PUBLIC_URL: 'http://127.0.0.1:9', DOCVAULT_RESTORE_EXPIRES: '1s' }
  const lost = await restoreInto({ ...company, env: { ...company.env, ...env } }, BETWEEN)
  const { result } = await lost.apply('1')
  expect(result?.state).toBe('partial')
  expect(result?.outcome.failures.map(one => one.reason).join()).toContain(
    'never fetched the repository from http://127.0.0.1:9 within 1 s',
  )
  // With an address that works, the run goes on.
  const again = await target.apply('1')
  expect(again.result?.state).toBe('complete')
})

test('an address that the platform cannot reach is named before anything is written', async () => {
  const { company } = await between()
  const env = { ...company.env, DOCVAULT_RESTORE_HOST: '0.0.0.0' }
  const target = await restoreInto({ ...company, env }, BETWEEN)
  await expect(target.plan('1')).rejects.toThrow('restore.publicUrl is not set')
})

async function between(): Promise<{ company: Company; target: Target }> {
  const company = await makeCompany({ ...BETWEEN, ...SMALL, load: [] })
  await company.emulator.load('Handbook', company.handbook)
  await company.backUp()
  return { company, target: await restoreInto(company, BETWEEN) }
}

async function atHome(): Promise<{ company: Company; target: Target }> {
  const company = await makeCompany({ ...BETWEEN, ...SMALL, load: [] })
  await company.emulator.load('Handbook', company.handbook)
  await company.backUp()
  return { company, target: restoreHome(company) }
}

function titlesOf({ emulator }: Pick<Company, 'emulator'>): string[] {
  return pagesIn(emulator.state()).map(one => one.title)
}

function pageIds({ emulator }: Company): string[] {
  return pagesIn(emulator.state()).map(one => one.id)
}

function handbookOf(company: Company): string {
  const [space] = itemsOf(company.vault(), 'latest', 'space')
  return space?.id ?? ''
}
