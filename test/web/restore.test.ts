import { describe, expect, test } from 'vitest'
import { OWN_VISIT } from '../../src/web/visitor.ts'
import { makeCompany } from '../helpers/company.ts'
import { openViews, type Views } from '../helpers/views.ts'

/** Runs, as the page says that a button led to, when they have ended. */
async function ended(views: Views, address: string): Promise<Record<string, unknown>[]> {
  await views.idle()
  const { ended: isEnded, runs } = await views.data(address)
  expect(isEnded).toBe(true)
  return Array.isArray(runs) ? runs : []
}

async function planned(views: Views, org: string, address: string): Promise<string> {
  const [run] = await ended(views, address)
  expect(run).toMatchObject({ plan: expect.any(String), restore: null })
  return `${org}/restore/plan/${run?.plan}`
}

async function makeLoss() {
  const company = await makeCompany()
  await company.backUp()
  const vault = company.vault()
  const [handbook] = [...vault.resources(1, { kind: 'space' })].filter(
    space => Object(vault.readJson(space)).title === 'Handbook',
  )
  const pageCalled = (title: string) => {
    const pages = [...vault.resources(1, { kind: 'page', parent: handbook?.key ?? null })]
    const found = pages.find(page => Object(vault.readJson(page)).title === title)
    if (!found) throw new Error(`there is no page ${title}`)
    return found
  }
  const [page, edited] = [pageCalled('On Linux'), pageCalled('Welcome')]
  const files = {
    'README.md': '# Welcome\n\nEdited in the night.\n',
    'guides/linux.md': null,
    'SUMMARY.md': '# Table of contents\n\n* [Welcome](README.md)\n',
  }
  await company.edit({ ...files, 'guides/install.md': null, 'guides/empty.md': null })
  await company.backUp()
  const views = openViews(company.env)
  const org = `/o/${company.emulator.organization}`
  return { company, views, org, page, edited }
}

describe('a restore in the browser', () => {
  test('a page that is gone is found, chosen, planned, brought back, and that is undone', async () => {
    const { company, views, org, page, edited } = await makeLoss()
    const bodyIn = (snapshot: number) => {
      const found = company
        .vault()
        .at(snapshot, edited.key)
        ?.parts.find(part => part.name === 'markdown')
      return found ? company.vault().read(found.content).toString() : null
    }
    const lost = await views.page(`${org}/lost`)
    expect(lost.text).toContain('On Linux')
    const choice = `1:page:${page.id}`
    expect(lost.text).toContain(`name="add" value="${choice}"`)

    expect(await views.send(`${org}/restore/choose`, { add: choice })).toBe(`${org}/restore`)
    const chosen = await views.data(`${org}/restore`)
    expect(chosen.chosen).toMatchObject([{ snapshot: 1, kind: 'page', title: 'On Linux', stands: false }])
    await views.send(`${org}/restore/choose`, { add: `1:page:${edited.id}` })

    const plan = await planned(views, org, await views.send(`${org}/restore/plan`, { onConflict: 'update' }))
    const shown = await views.page(plan)
    expect(shown.text).toContain('Nothing has been changed so far')
    expect(shown.text).toMatch(/<del>-.*Edited in the night\./)
    const { into, digest } = await views.data(plan)
    expect(shown.text).toContain(`docvault restore apply ${String(digest).slice(0, 12)}`)

    const apply = `${org}/restore/apply/${digest}`
    expect(await views.send(apply, { typed: 'Acme' })).toBe(`${plan}?typed=wrong`)
    expect(company.vault().restoreRuns()).toEqual([])
    const [run] = await ended(views, await views.send(apply, { typed: String(into) }))
    expect(run).toMatchObject({ outcome: 'done', restore: 1 })

    const report = await views.page(`${org}/restore/done/1`)
    expect(report.text).toContain('nothing differs but what was declared as lost')
    for (const { text } of [report, await views.page(`${org}/restores`)])
      expect([text.includes('page On Linux'), text.includes(page.id)]).toEqual([true, false])
    const back = await company.backUp()
    expect(titles(company.vault(), back.snapshot)).toContain('On Linux')
    expect(bodyIn(back.snapshot)).toBe(bodyIn(1))

    const undo = await planned(views, org, await views.send(`${org}/restore/undo`, { restore: '1' }))
    // What it made is not deleted by a service that has no operation for it: the plan says so.
    expect((await views.page(undo)).text).toContain('restore 1 made it, and this service deletes no pages')
    const { digest: undoing } = await views.data(undo)
    const [undone] = await ended(
      views,
      await views.send(`${org}/restore/apply/${undoing}`, { typed: String(into) }),
    )
    expect(undone).toMatchObject({ restore: 2 })
    const { snapshot } = await company.backUp()
    expect(bodyIn(snapshot)).toBe(bodyIn(2))
    expect((await views.page(`${org}/restores`)).text).toContain('undo of restore 1')
  })

  test('things of two nights make two plans, and what is left out is not planned', async () => {
    const { company, views, org, page } = await makeLoss()
    const file = company.vault().resources(2, { kind: 'file' })
    const [first] = [...file]
    await views.send(`${org}/restore/choose`, { add: `1:page:${page.id}` })
    await views.send(`${org}/restore/choose`, { add: `2:file:${first?.id}` })
    expect((await views.data(`${org}/restore`)).chosen).toMatchObject([{ snapshot: 1 }, { snapshot: 2 }])
    const runs = await ended(views, await views.send(`${org}/restore/plan`, {}))
    expect(runs).toHaveLength(2)
    await views.send(`${org}/restore/choose`, { remove: `1:page:${page.id}` })
    expect((await views.data(`${org}/restore`)).chosen).toMatchObject([{ snapshot: 2, kind: 'file' }])
    await views.send(`${org}/restore/choose`, { empty: '1' })
    const { status, text } = await views.page(`${org}/restore`)
    expect([status, text.includes('Nothing is chosen.')]).toEqual([200, true])
  })

  test('a plan is refused where the platform has changed meanwhile, and can be made again', async () => {
    const { company, views, org, page } = await makeLoss()
    await views.send(`${org}/restore/choose`, { add: `1:page:${page.id}` })
    const plan = await planned(views, org, await views.send(`${org}/restore/plan`, {}))
    const { into, digest } = await views.data(plan)
    await company.edit({ 'README.md': '# Welcome\n\nEdited meanwhile, [Linux](guides/linux.md).\n' })
    await company.deleteSpace('Second')
    const [refused] = await ended(
      views,
      await views.send(`${org}/restore/apply/${digest}`, { typed: String(into) }),
    )
    expect(refused).toMatchObject({ state: 'ended', outcome: 'failed', restore: null })
    expect(String(refused?.message)).toMatch(/plan/)
    const told = await views.page(`${org}/restore/runs?run=${refused?.run}&plan=${digest}`)
    expect(told.text).toMatch(/Not restored.*Nothing was changed.*Plan it once more/s)
    expect(company.vault().restoreRuns()).toEqual([])
    const again = await planned(views, org, await views.send(`${org}/restore/again/${digest}`, {}))
    expect(again).not.toBe(plan)
  })

  test('what happened between two nights is taken back', async () => {
    const { company, views, org } = await makeLoss()
    const changes = await views.page(`${org}/changes?a=1&b=2`)
    expect(changes.text).toContain(`action="${org}/restore/take-back"`)
    const plan = await planned(views, org, await views.send(`${org}/restore/take-back`, { a: '1', b: '2' }))
    const { into, digest } = await views.data(plan)
    await ended(views, await views.send(`${org}/restore/apply/${digest}`, { typed: String(into) }))
    const { snapshot } = await company.backUp()
    expect(titles(company.vault(), snapshot)).toEqual(titles(company.vault(), 1))
  })

  test('who may only look is offered nothing and refused everything', async () => {
    const { company, org, page, views: owner } = await makeLoss()
    const views = openViews(company.env, { visitor: { ...OWN_VISIT.visitor, restores: [] } })
    expect((await views.page(`${org}/at/1/p/${page.id}`)).text).not.toContain('Bring it back')
    await owner.send(`${org}/restore/choose`, { add: `1:page:${page.id}` })
    const plan = await planned(owner, org, await owner.send(`${org}/restore/plan`, {}))
    for (const path of ['plan', 'take-back', 'undo', `again/${'0'.repeat(64)}`, `apply/${plan.slice(-64)}`])
      await expect(views.send(`${org}/restore/${path}`, { typed: 'Acme Documentation' })).rejects.toThrow(
        '403',
      )
    // They name people, and have bodies in them.
    for (const address of [plan, `${org}/restore`, `${org}/restore/runs?run=x`])
      expect([address, (await views.page(address)).status]).toEqual([address, 403])
    const viewer = openViews(company.env, { visitor: { ...OWN_VISIT.visitor, restores: [], audits: [] } })
    for (const address of [`${org}/restores`, `${org}/restore/done/1`])
      expect([address, (await viewer.page(address)).status]).toEqual([address, 403])
    expect((await views.page(`${org}/restores`)).status).toBe(200)
  })

  test('nonsense in a form is refused by name, and nothing is planned', async () => {
    const { views, org, page } = await makeLoss()
    const refusals: [string, Record<string, string>, RegExp][] = [
      ['choose', { add: '1:comment:x' }, /is nothing that can be put back/],
      ['choose', { add: 'x' }, /is nothing that can be put back/],
      ['plan', {}, /nothing is chosen/],
      ['take-back', { a: '2', b: '1' }, /earlier night/],
      ['take-back', { a: 'x', b: '1' }, /is no number/],
      ['undo', { restore: '0x1' }, /is no number/],
      [`apply/${'0'.repeat(64)}`, {}, /there is no plan/],
    ]
    for (const [path, form, words] of refusals)
      await expect(views.send(`${org}/restore/${path}`, form)).rejects.toThrow(words)
    await views.send(`${org}/restore/choose`, { add: `1:page:${page.id}` })
    await expect(views.send(`${org}/restore/plan`, { onConflict: 'x' })).rejects.toThrow(/none of skip/)
  })
})

function titles(vault: ReturnType<Awaited<ReturnType<typeof makeCompany>>['vault']>, snapshot: number) {
  return [...vault.resources(snapshot, { kind: 'page' })]
    .map(page => String(Object(vault.readJson(page)).title))
    .sort()
}
