/**
 * Restores from a vault of which some cannot be read any more: all else comes back, the plan says what does not, and no run of it
 * calls itself complete.
 */
import { describe, expect, test } from 'vitest'
import type { RestoreAnswer } from '../../../jobs/restore.ts'
import type { RestoreEvent } from '../../../src/restore/restoring.ts'
import { type Company, handbookFiles, makeCompany } from '../../helpers/company.ts'
import { restoreHome, restoreInto } from '../../helpers/restoring.ts'
import { ruin } from '../../helpers/ruin.ts'

describe.each(['full', 'current'] as const)('what a vault cannot read, profile %s', profile => {
  test('of two bodies of a page: it comes back from the other one, and all else with it', async () => {
    const company = await backedUp(profile)
    ruin(company, 'On Linux', ['markdown'])
    ruin(company, 'Welcome', ['document'])
    const { plan, result } = await (await restoreInto(company, { profile })).apply('1')
    expect(unread(plan)).toEqual([
      'page On Linux: it comes back from its document: the vault cannot read its Markdown',
      'page Welcome: it comes back from its Markdown: the vault cannot read its document',
    ])
    expect(result?.outcome.failures).toEqual([])
    expect(result?.verification.differences).toEqual([])
    expect(result?.state).toBe('partial')
  })

  test('of a page and a file altogether: one comes back empty, one does not, and all else does', async () => {
    const company = await backedUp(profile)
    ruin(company, 'On Linux', ['markdown', 'document'])
    ruin(company, 'logo.png', ['bytes'])
    const target = await restoreInto(company, { profile })
    const { plan, result } = await target.apply('1')
    expect(unread(plan)).toEqual([
      'file logo.png: it does not come back: the vault cannot read its bytes',
      'page On Linux: it comes back empty where it is gone, and stays where it is there: the vault cannot read its document and its Markdown',
    ])
    expect(result?.outcome.failures).toEqual([])
    expect(result?.verification.differences).toEqual([])
    expect(result?.state).toBe('partial')
    const [page] = pagesOf(target.emulator.state(), 'On Linux')
    expect(page).toBeDefined()
  })

  test('of a file alone: the others come, and it is what failed', async () => {
    const company = await backedUp(profile)
    ruin(company, 'logo.png', ['bytes'])
    const { result } = await (await restoreInto(company, { profile })).apply('1')
    expect(result?.state).toBe('partial')
    const kinds = result?.verification.kinds.filter(({ kind }) => kind === 'page' || kind === 'file')
    expect(kinds?.map(({ kind, full }) => [kind, full > 0])).toEqual([
      ['page', true],
      ['file', true],
    ])
    const said = [...(result?.outcome.failures ?? []), ...(result?.verification.differences ?? [])]
    expect(JSON.stringify(said)).toContain('logo.png')
  })

  test('of a page that is there: it stays as it is, and others are put back', async () => {
    const company = await backedUp(profile)
    ruin(company, 'On Linux', ['markdown', 'document'])
    await company.edit({
      'guides/linux.md': '# On Linux\n\nNewer than the vault.\n',
      'README.md': '# Welcome\n\nSomebody wrote over it.\n',
    })
    const { plan, result } = await restoreHome(company).apply('1', { onConflict: 'update' })
    expect(plan?.steps.flatMap(({ changes = [] }) => changes.map(({ label }) => label))).toEqual(['Welcome'])
    expect(unread(plan)).toHaveLength(1)
    expect(result?.state).toBe('partial')
    expect(JSON.stringify(company.emulator.state())).toContain('Newer than the vault.')
    expect(JSON.stringify(pagesOf(company.emulator.state(), 'Welcome'))).not.toContain('Somebody wrote')
  })

  test.each([['markdown', 'document'], ['json']])(
    'of a page that is there as it was, its %s: others are put back, and it is not called an addition',
    async (...parts) => {
      const company = await backedUp(profile)
      await company.edit({ 'README.md': '# Welcome\n\nSomebody wrote over it.\n' })
      ruin(company, 'On Linux', parts)
      const { plan, result } = await restoreHome(company).apply('1', { onConflict: 'update' })
      expect(plan?.steps.flatMap(({ changes = [] }) => changes.map(({ label }) => label))).toEqual([
        'Welcome',
      ])
      expect(plan?.besides).toEqual([])
      expect(result?.outcome.failures).toEqual([])
      expect(result?.verification.differences).toEqual([])
      expect(JSON.stringify(company.emulator.state())).not.toContain('Somebody wrote')
      // What nobody can read is named wherever it was met.
      expect(result?.state).toBe(unread(plan).length > 0 ? 'partial' : 'complete')
    },
  )

  test('of a file that is there as it was, its bytes: the rest is put back, and it is not called an addition', async () => {
    const company = await backedUp(profile)
    await company.edit({ 'README.md': '# Welcome\n\nSomebody wrote over it.\n' })
    ruin(company, 'logo.png', ['bytes'])
    ruin(company, 'Welcome', ['markdown'])
    const { plan, result } = await restoreHome(company).apply('1', { onConflict: 'update' })
    expect(unread(plan)[0]).toMatch(/^file logo.png: it does not come back/)
    expect(plan?.besides).toEqual([])
    expect(result?.verification.differences).toEqual([])
  })

  test('of a page as it is there now alone: nothing is planned, as it would be made a second time', async () => {
    const company = await backedUp(profile)
    await company.edit({ 'SUMMARY.md': String(handbookFiles['SUMMARY.md']).replace('On Linux', 'On Debian') })
    await company.backUp()
    ruin(company, 'On Debian', ['json'], '2')
    await expect(restoreHome(company).plan('1', { onConflict: 'update' })).rejects.toThrow(
      /^page \w+ is there, and the vault cannot read how it is now$/,
    )
  })

  test('of a page, its JSON, while a run is under way: it is gone on with, and all else comes back', async () => {
    const company = await backedUp(profile)
    await company.edit({
      'README.md': '# Welcome\n\nSomebody wrote over it.\n',
      'SUMMARY.md': String(handbookFiles['SUMMARY.md']).replace(
        '[On Linux](guides/linux.md)',
        '[On BSD](guides/bsd.md)',
      ),
      'guides/linux.md': null,
      'guides/bsd.md': '# On BSD\n\nNew.\n',
    })
    const target = restoreHome(company)
    const planned = await target.plan('1', { onConflict: 'update' })
    if (planned.plan === null) throw new Error('there is no plan')
    const cut = new AbortController()
    const report = ({ type }: RestoreEvent) => type === 'step' && cut.abort()
    const first = target.run({ action: 'apply', plan: planned.plan }, { signal: cut.signal, report })
    await expect(first).rejects.toThrow()
    ruin(company, 'On Linux', ['json'])
    const { plan, result } = await target.run({ action: 'resume', run: 1 })
    expect(unread(plan)).toEqual([expect.stringMatching(/^page \w+: it does not come back/)])
    expect(result?.outcome.failures).toEqual([])
    expect(result?.verification.differences).toEqual([])
    expect(result?.state).toBe('partial')
    expect(JSON.stringify(company.emulator.state())).not.toContain('Somebody wrote')
  })

  test('nothing is deleted by a snapshot that cannot be read', async () => {
    const company = await backedUp(profile)
    ruin(company, 'On Linux', ['markdown', 'document'])
    await company.edit({ 'guides/linux.md': '# On Linux\n\nNewer than the vault.\n' })
    const { plan } = await restoreHome(company).plan('1', {
      onConflict: 'update',
      deleteExtra: 'page',
    })
    expect(plan?.steps.filter(({ action }) => action === 'delete')).toEqual([])
    expect(plan?.impossible.map(({ reason }) => reason).join()).toContain('is damaged')
  })
})

async function backedUp(profile: 'full' | 'current'): Promise<Company> {
  const company = await makeCompany({ profile })
  await company.backUp()
  return company
}

/** Of the same in two spaces one line. */
function unread(plan: RestoreAnswer['plan']): string[] {
  const lines = (plan?.impossible ?? [])
    .filter(({ isUnread }) => isUnread)
    .map(({ kind, label, reason }) => `${kind} ${label}: ${reason.replace(/ \(.*\)$/, '')}`)
  return [...new Set(lines)].sort()
}

function pagesOf(state: unknown, title: string): unknown[] {
  const found: unknown[] = []
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk)
    else if (typeof value === 'object' && value !== null) {
      if ('title' in value && value.title === title) found.push(value)
      Object.values(value).forEach(walk)
    }
  }
  walk(state)
  return found
}
