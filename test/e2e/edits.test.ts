import { describe, expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'

describe('reading while people edit', () => {
  test.each(['full', 'document'] as const)(
    'profile %s: a space that is edited between two requests is one of its real revisions',
    async profile => {
      const company = await makeCompany({ profile })
      const operation = profile === 'full' ? 'getPageInRevisionById' : 'getPageById'
      company.emulator.fault({ operation, kind: 'edit', count: 2 })
      const first = await company.backUp()
      expect(first).toMatchObject({ state: 'complete', gaps: [] })
      company.emulator.clearFaults()
      const pages = [...company.vault().resources(1, { kind: 'page' })]
      expect(pages.every(page => page.parts.length === 0 || page.parts.length === 2)).toBe(true)
      const second = await company.backUp()
      expect(second).toMatchObject({ state: 'complete', added: 0, removed: 0 })
    },
  )

  test('pages that move on during every reading are gaps (fuzzy), and the next quiet run is complete', async () => {
    const company = await makeCompany({ profile: 'document' })
    await company.backUp()
    await company.edit({ 'README.md': '# Welcome\n\nMoving.\n' })
    company.emulator.fault({ operation: 'getPageById', kind: 'edit' })
    const hot = await company.backUp()
    expect(hot.state).toBe('partial')
    expect(new Set(hot.gaps.map(gap => `${gap.kind} ${gap.class}`))).toEqual(new Set(['page fuzzy']))
    expect(hot.removed).toBe(0)
    company.emulator.clearFaults()
    expect(await company.backUp()).toMatchObject({ state: 'complete', gaps: [], removed: 0 })
  })
})

describe('a scope that shrinks', () => {
  test('is a gap until somebody says that it is right', async () => {
    const company = await makeCompany({ members: 30 })
    const first = await company.backUp()
    const members = [...company.vault().resources(1, { kind: 'member' })]
    const leavers = members.filter(
      one => !JSON.stringify(company.vault().readJson(one)).includes('"role":"admin"'),
    )
    for (const { id } of leavers) company.emulator.remove('member', id)
    const guarded = await company.backUp()
    expect(guarded.state).toBe('partial')
    expect(new Set(guarded.gaps.map(gap => gap.class))).toEqual(new Set(['shrunken']))
    // Nobody who is gone can open anything any more.
    const access = ['collection-access', 'member', 'site-access', 'space-access']
    expect(access).toEqual(expect.arrayContaining(guarded.gaps.map(gap => gap.kind)))
    expect(guarded.gaps.map(gap => gap.kind)).toContain('member')
    expect(guarded.resources.member).toBe(first.resources.member)
    const believed = await company.backUp({ allowShrink: true })
    expect(believed.state).toBe('complete')
    expect(believed.resources.member).toBe(members.length - leavers.length)
  })
})

describe('choosing spaces', () => {
  test('a space that was left out and has changed is a gap (skipped); an unchanged one is not', async () => {
    const company = await makeCompany()
    await company.backUp()
    const [first, second] = [...company.vault().resources(1, { kind: 'space' })]
    await company.edit({ 'README.md': '# Edited\n' })
    const handbook = [first, second].find(space =>
      JSON.stringify(company.vault().readJson(space ?? raise())).includes('Handbook'),
    )
    const other = [first, second].find(space => space !== handbook)
    const skipped = await company.backUp({ spaces: [other?.id ?? ''] })
    expect(skipped.state).toBe('partial')
    expect(new Set(skipped.gaps.map(gap => gap.class))).toEqual(new Set(['skipped']))
    const chosen = await company.backUp({ spaces: [handbook?.id ?? ''] })
    // The page, and the links that the space has then.
    expect(chosen).toMatchObject({ state: 'complete', modified: 2 })
    expect(chosen.weak?.map(one => one.kind)).toContain('space-access')
  })
})

function raise(): never {
  throw new Error('there is no such space')
}
