/** What leads to pages beside bodies: links of the table of contents, which no bundle says, and meta links. No operation changes either. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BETWEEN } from '../../helpers/between.ts'
import { handbookFiles, makeCompany, writeFiles } from '../../helpers/company.ts'
import type { JudgedOptions } from '../../helpers/judged-emulator.ts'
import { readSpace } from '../../helpers/random-states/space-facts.ts'
import { inWorld, type Planned, type World } from '../../helpers/restore-world.ts'
import { itemsOf, restoreInto } from '../../helpers/restoring.ts'

const update = { onConflict: 'update' as const }
const BY_HAND = 'and a bundle says links to addresses alone: add it by hand'
const NEW_ID = 'it leads to what gets a new id, and no operation of this service changes where a link leads'

/** A handbook in which Elsewhere leads to On Linux, as it was backed up. */
interface Linked extends World {
  space: string
  snapshot: number
  page(title: string): string
  titles(): string[]
}

function inLinked<T>(
  options: JudgedOptions,
  link: Readonly<Record<string, unknown>>,
  use: (linked: Linked) => Promise<T>,
): Promise<T> {
  const made = (folder: string) => {
    writeFiles(join(folder, 'handbook'), handbookFiles)
    const load = [{ title: 'Handbook', folder: join(folder, 'handbook') }]
    return { members: 1, teams: 0, comments: 0, load, ...options }
  }
  return inWorld(made, async world => {
    const { emulator, vault } = world
    const [handbook] = itemsOf(vault, String(await world.backUp()), 'space')
    const space = handbook?.id ?? ''
    const pages = () => readSpace(emulator, space).pages
    const page = (title: string) => pages().find(one => one.title === title)?.id ?? ''
    const target = { kind: 'page', page: page('On Linux') }
    emulator.patch('page', page('Elsewhere'), { target, href: null, ...link })
    const snapshot = await world.backUp()
    return use({ ...world, space, snapshot, page, titles: () => pages().map(one => one.title) })
  })
}

const impossibleOf = (plan: Planned) =>
  plan.impossible.flatMap(one => (one.kind === 'page' ? [`${one.label}: ${one.reason}`] : []))
const typesLost = (plan: Planned) =>
  plan.losses.flatMap(one => (one.property === 'type' ? [`${one.names.join(', ')}: ${one.why}`] : []))

test.each(['document', 'full'] as const)(
  'in %s what is missing comes back without the link to a page, which is named',
  async profile => {
    await inLinked({ profile }, {}, async linked => {
      for (const title of ['Elsewhere', 'On Linux']) linked.emulator.remove('page', linked.page(title))
      const plan = await linked.plan(linked.snapshot, update)
      expect(impossibleOf(plan)).toContain(`Elsewhere: it leads to a page, ${BY_HAND}`)
      const { outcome, verification, state } = await linked.apply(plan)
      expect([outcome.failures, verification.differences, state]).toEqual([[], [], 'complete'])
      expect(linked.titles()).toContain('On Linux')
      expect(linked.titles()).not.toContain('Elsewhere')
      expect((await linked.plan(linked.snapshot, update)).steps).toEqual([])
    })
  },
)

test('a link to a page whose address the platform said comes back as a link to that address', async () => {
  const href = 'https://docs.acme.example/linux'
  await inLinked({ profile: 'full' }, { href }, async linked => {
    linked.emulator.remove('page', linked.page('Elsewhere'))
    const plan = await linked.plan(linked.snapshot, update)
    expect(typesLost(plan)).toEqual([
      'Elsewhere: a bundle says addresses alone: it comes as a link to the address that it had',
    ])
    const { verification, state } = await linked.apply(plan)
    expect([verification.differences, state]).toEqual([[], 'complete'])
    const back = readSpace(linked.emulator, linked.space).pages.find(one => one.title === 'Elsewhere')
    expect(back?.says.get('target')).toEqual({ kind: 'url', url: href })
  })
})

test.each(['document', 'full', 'current'] as const)(
  'in %s a link to a page that comes back under another id is named as lost',
  async profile => {
    await inLinked({ profile }, {}, async linked => {
      linked.emulator.remove('page', linked.page('On Linux'))
      const plan = await linked.plan(linked.snapshot, update)
      expect(typesLost(plan)).toEqual([`Elsewhere: ${NEW_ID}`])
      const { verification, state } = await linked.apply(plan)
      expect([verification.differences, state]).toEqual([[], 'complete'])
      expect(verification.references.broken).toBeGreaterThan(verification.references.brokenBefore)
      expect((await linked.plan(linked.snapshot, update)).steps).toEqual([])
    })
  },
)

test('meta links to a page that comes back under another id are named as lost, and their page is not written for it', async () => {
  await inLinked({ profile: 'current' }, {}, async linked => {
    const alternates = [{ kind: 'page', page: linked.page('On Linux') }]
    linked.emulator.patch('page', linked.page('Welcome'), { metaLinks: { alternates } })
    const snapshot = await linked.backUp()
    linked.emulator.remove('page', linked.page('On Linux'))
    const plan = await linked.plan(snapshot, update)
    const lost = plan.losses.map(one => `${one.property}: ${one.names.join(', ')}`)
    expect(lost).toContain('metaLinks: Welcome')
    expect(lost).toContain('Markdown: Install, On Linux')
    const { verification, state } = await linked.apply(plan)
    expect([verification.differences, state]).toEqual([[], 'complete'])
    expect((await linked.plan(snapshot, update)).steps).toEqual([])
  })
})

test('tags of a space that is made anew are named as lost', async () => {
  await inLinked({ profile: 'current' }, {}, async linked => {
    linked.emulator.patch('page', linked.page('Welcome'), { tags: [{ tag: { kind: 'tag', tag: 'new' } }] })
    const snapshot = await linked.backUp()
    linked.emulator.remove('space', linked.space)
    const plan = await linked.plan(snapshot, update)
    const lost = plan.losses.map(one => `${one.property}: ${one.why}`)
    expect(lost).toContain('tags of the space: no operation of this service sets it')
    const { verification, state } = await linked.apply(plan)
    expect([verification.differences, state]).toEqual([[], 'complete'])
  })
})

test.each(['full', 'current'] as const)(
  'in %s a space made anew says which link and which translation go without it',
  async profile => {
    await inLinked({ profile }, {}, async linked => {
      linked.emulator.remove('space', linked.space)
      const plan = await linked.plan(linked.snapshot, update)
      expect(plan.losses).toContainEqual(
        expect.objectContaining({ property: 'source.space of translation-settings', names: ['fr'] }),
      )
      if (profile === 'full')
        expect(impossibleOf(plan)).toEqual([`Elsewhere: it leads to a page, ${BY_HAND}`])
      const { outcome, verification, state } = await linked.apply(plan)
      expect([outcome.failures, verification.differences, state]).toEqual([[], [], 'complete'])
    })
  },
)

test('where only the whole can be replaced, a link to a page that is there stands against it', async () => {
  await inLinked(BETWEEN, {}, async linked => {
    linked.emulator.remove('page', linked.page('On Linux'))
    const plan = await linked.plan(linked.snapshot, update)
    expect(plan.steps).toEqual([])
    expect(impossibleOf(plan).join()).toContain('would take away page Elsewhere, which no import brings back')
  })
})

test('by Git an organization comes back without the link to a page, which is named', async () => {
  const company = await makeCompany({ ...BETWEEN, specs: [], members: 1, teams: 0, load: [] })
  const { emulator } = company
  await emulator.load('Handbook', company.handbook)
  await company.backUp()
  const [space] = itemsOf(company.vault(), 'latest', 'space')
  const pages = readSpace(emulator, space?.id ?? '').pages
  const idOf = (title: string) => pages.find(one => one.title === title)?.id ?? ''
  emulator.patch('page', idOf('Elsewhere'), { target: { kind: 'page', page: idOf('On Linux') }, href: null })
  await company.backUp()
  const { plan, result } = await (await restoreInto(company, BETWEEN)).apply('latest')
  expect(plan?.impossible.map(one => `${one.label}: ${one.reason}`)).toContain(
    `Elsewhere: it leads to a page, ${BY_HAND}`,
  )
  expect(result?.verification.differences).toEqual([])
  expect(result?.state).toBe('complete')
})
