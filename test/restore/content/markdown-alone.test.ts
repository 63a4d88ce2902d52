/**
 * Vaults that keep the Markdown of pages and no documents (setting `backup.formats`): what is put back, what a plan and a
 * read-back say of it, held against what the platform has itself before and after.
 */
import { describe, expect, test } from 'vitest'
import type { RestoreAnswer } from '../../../jobs/restore.ts'
import { type Company, makeCompany } from '../../helpers/company.ts'
import { docvault } from '../../helpers/docvault.ts'
import { differencesOf, readSpace } from '../../helpers/random-states/space-facts.ts'
import { itemsOf, jsonOf, restoreHome, restoreInto } from '../../helpers/restoring.ts'

const alone = { DOCVAULT_BACKUP_FORMATS: 'markdown' }
const overwritten = { 'guides/linux.md': '# On Linux\n\nSomebody wrote over it.\n' }

describe.each(['full', 'current'] as const)('from Markdown alone, profile %s', profile => {
  test('a page that was written over is put back, and no other is touched', async () => {
    const company = await makeCompany({ profile })
    await company.backUp({}, { env: alone })
    const space = spaceOf(company)
    const before = readSpace(company.emulator, space)
    await company.edit(overwritten)
    expect(differencesOf(before, readSpace(company.emulator, space))).not.toEqual([])
    const home = restoreHome(company)
    const { plan, result } = await home.apply('1', { onConflict: 'update' })
    expect(changed(plan)).toEqual(['On Linux'])
    expect(result?.outcome.failures).toEqual([])
    expect(result?.verification.differences).toEqual([])
    expect(differencesOf(before, readSpace(company.emulator, space))).toEqual([])
    expect((await home.plan('1', { onConflict: 'update' })).plan?.steps).toEqual([])
  })

  test('a page that was deleted comes back with its text, and what links to it leads there', async () => {
    const company = await makeCompany({ profile })
    await company.backUp({}, { env: alone })
    const space = spaceOf(company)
    const before = readSpace(company.emulator, space)
    company.emulator.remove('page', pageOf(company, 'On Linux'))
    const { plan, result } = await restoreHome(company).apply('1', { onConflict: 'update' })
    expect(lost(plan)).toContain('what its Markdown does not say')
    expect(result?.outcome.failures).toEqual([])
    expect(result?.verification.differences).toEqual([])
    expect(result?.verification.references).toMatchObject({ broken: 0 })
    const differing = differencesOf(before, readSpace(company.emulator, space))
    expect(differing.filter(({ property }) => ['body', 'missing', 'extra'].includes(property))).toEqual([])
  })

  test('a page that differs is found where it is to stay', async () => {
    const company = await makeCompany({ profile })
    await company.backUp({}, { env: alone })
    await company.edit(overwritten)
    const { plan } = await restoreHome(company).plan('1', { onConflict: 'skip' })
    expect(plan?.skipped.map(({ label }) => label)).toContain('On Linux')
    expect(lost(plan)).toEqual([])
  })

  test('a sign that is another is another text, and another mark of a list is none', async () => {
    const company = await makeCompany({ profile })
    const textOf = (mark: string, sign: string) =>
      `# On Linux\n\n${mark} first\n\n\`\`\`\nx ${sign} 0\n\`\`\`\n`
    const words = async (text: string) => {
      await company.edit({ 'guides/linux.md': text })
      const { plan } = await restoreHome(company).plan('1', { onConflict: 'update' })
      return plan?.steps.flatMap(({ changes = [] }) => changes.map(change => change.words))
    }
    await company.edit({ 'guides/linux.md': textOf('*', '>') })
    await company.backUp({}, { env: alone })
    expect(await words(textOf('*', '<'))).toEqual(['body; Markdown'])
    expect(await words(textOf('-', '>'))).toEqual(['Markdown'])
  })

  test('all of it comes into an empty organization', async () => {
    const company = await makeCompany({ profile })
    await company.backUp({}, { env: alone })
    const target = await restoreInto(company, { profile })
    const { plan, result } = await target.apply('1')
    expect(result?.verification.differences).toEqual([])
    // No batch makes a reusable content, and only a document can have what it says in its place.
    expect(lost(plan).includes('body')).toBe(profile === 'current')
  })

  test('a drill passes', async () => {
    const company = await makeCompany({ profile })
    await company.backUp({}, { env: alone })
    const { code, stdout } = await docvault(['drill', '--faults', 'off'], { env: company.env })
    expect({ code, said: stdout.toString() }).toEqual({
      code: 0,
      said: expect.stringContaining(`passed (${profile})`),
    })
  })
})

function changed(plan: RestoreAnswer['plan']): string[] {
  return plan?.steps.flatMap(({ changes = [] }) => changes.map(({ label }) => label)) ?? []
}

function lost(plan: RestoreAnswer['plan']): string[] {
  return plan?.losses.map(({ property }) => property) ?? []
}

function spaceOf(company: Company): string {
  return idOf(company, 'space', 'Handbook')
}

function pageOf(company: Company, title: string): string {
  const within = spaceOf(company)
  return idOf(company, 'page', title, within)
}

function idOf(company: Company, kind: string, title: string, within?: string): string {
  const vault = company.vault()
  const found = itemsOf(vault, '1', kind).find(
    item => jsonOf(vault, item).title === title && (within === undefined || item.parentId === within),
  )
  if (found === undefined) throw new Error(`there is no ${kind} ${title}`)
  return found.id
}
