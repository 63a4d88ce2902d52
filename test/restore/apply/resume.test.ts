import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { handbookFiles, makeCompany } from '../../helpers/company.ts'
import { comparable, restoreHome, restoreInto } from '../../helpers/restoring.ts'

test.each(['document', 'full', 'current'] as const)(
  'resuming a run that is complete writes nothing, profile %s',
  async profile => {
    const company = await makeCompany({ profile, changeRequests: 8, comments: 6, sites: 2 })
    await company.backUp()
    const target = await restoreInto(company, { profile })
    const { result } = await target.apply('1')
    const before = comparable(target)
    const again = await target.run({ action: 'resume', run: result?.run ?? 0 })
    expect(again.result?.verification.differences).toEqual([])
    // Where nothing can change a page of a draft, the plan says again that it differs; the journal knows better.
    if (profile !== 'document')
      expect(again.plan?.steps.map(one => `${one.kind} ${one.label}: ${one.reason}`)).toEqual([])
    expect(comparable(target)).toEqual(before)
  },
)

test('what the plan said it cannot bring whole, a run that is gone on with says again', async () => {
  const company = await makeCompany({ profile: 'document' })
  await company.backUp()
  await company.edit({
    'SUMMARY.md': String(handbookFiles['SUMMARY.md']).replace('  * [On Linux](guides/linux.md)\n', ''),
    'guides/linux.md': null,
  })
  const home = restoreHome(company)
  const { plan, result } = await home.apply('1', { spaces: ['Handbook'] })
  expect(plan?.impossible.map(one => one.reason).join('\n')).toContain('lead nowhere')
  expect(result?.verification.differences).toEqual([])
  const again = await home.run({ action: 'resume', run: result?.run ?? 0 })
  expect(again.result?.verification.differences).toEqual([])
  const said = (one: typeof plan) => one?.impossible.map(({ source, reason }) => `${source} ${reason}`).sort()
  expect(said(again.plan)).toEqual(said(plan))
})

test.each(['document', 'full', 'current'] as const)(
  'a run that ended before it noted which page became which finds them again, profile %s',
  async profile => {
    const company = await makeCompany({ profile, changeRequests: 4 })
    await company.backUp()
    const target = await restoreInto(company, { profile })
    const { result } = await target.apply('1')
    const before = comparable(target)
    const db = new Database(join(company.vaultPath, 'catalog.db'))
    db.exec("DELETE FROM restored WHERE kind IN ('page', 'page-group', 'file', 'reusable-content')")
    db.close()
    const again = await target.run({ action: 'resume', run: result?.run ?? 0 })
    const steps = again.plan?.steps.filter(one => one.kind === 'space') ?? []
    expect(steps.map(one => `${one.kind} ${one.label}: ${one.reason}`)).toEqual([])
    expect(comparable(target)).toEqual(before)
  },
)

test.each(['document', 'full', 'current'] as const)(
  'a change request whose creation was never answered is filled, though its subject matches, profile %s',
  async profile => {
    const company = await makeCompany({ profile, changeRequests: 4 })
    await company.backUp()
    const whole = await restoreInto(company, { profile })
    expect((await whole.apply('1')).result?.verification.differences).toEqual([])
    const target = await restoreInto(company, { profile })
    const request = { onConflict: 'skip' as const, to: target.organization }
    const asked = { snapshot: '1', from: company.emulator.organization, request }
    const { plan } = await target.run({ action: 'plan', ...asked })
    if (!plan) throw new Error('there is no plan')
    const first = plan.steps.findIndex(one => one.action === 'create' && one.kind === 'change-request')
    expect(first).toBeGreaterThan(0)
    // The service takes the creation, its answer is lost, and the look for it fails: the run ends.
    const cut = target.run(
      { action: 'apply', plan },
      {
        report: event => {
          if (event.type !== 'step' || event.done !== first) return
          target.emulator.fault({ operation: 'createChangeRequest', kind: 'lost-answer' })
          target.emulator.fault({ operation: 'listChangeRequestsForSpace', kind: 'reset' })
        },
      },
    )
    await expect(cut).rejects.toThrow(/connection/)
    target.emulator.clearFaults()
    const again = await target.run({ action: 'resume', run: company.vault().restoreRuns().at(-1)?.id ?? 0 })
    expect(again.result?.verification.differences).toEqual([])
    expect(comparable(target)).toEqual(comparable(whole))
  },
)
