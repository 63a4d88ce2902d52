/** What every kind promises: it is seen, an unchanged one makes no version, a gone one is gone, a broken list is a gap. */

import { describe, expect, test } from 'vitest'
import type { Kind } from '../../../src/model/resource.ts'
import { asKind } from '../../helpers/as-kind.ts'
import { type Company, makeCompany } from '../../helpers/company.ts'
import { tree } from './content.ts'
import type { KindCase, KindCases } from './kind-case.ts'

/** What nobody can tell: an answer without pages misses none; a picture that ends early, correctly framed. */
const invisible: Readonly<Record<string, readonly string[]>> = {
  [tree]: ['missing-page'],
  download: ['missing-page', 'truncate', 'empty'],
  getPublishedContentSite: ['missing-page', 'empty'],
  getOrganizationAgentInstructions: ['missing-page'],
  getOrganizationsForEmailDomain: ['missing-page'],
  getSubdomain: ['missing-page'],
  listSSOProviderLoginsInOrganization: ['missing-page'],
  // Nothing new is what most runs find.
  listOrganizationAuditEvents: ['empty'],
  getSitePublishingAuthById: ['missing-page'],
  getSiteAdaptiveSchema: ['missing-page'],
  getSiteAgentSettingsById: ['missing-page'],
  getGitSyncInstallationById: ['missing-page'],
  getCustomHostname: ['missing-page'],
  listOrganizationStyleguides: ['missing-page'],
  listSiteTopics: ['missing-page'],
  listSiteIntegrationScripts: ['missing-page'],
}

/** A company that has one of every kind. */
async function companyFor(one: KindCase): Promise<Company> {
  const company = await makeCompany(one.options)
  Object.assign(company.env, one.env)
  await one.prepare?.(company)
  return company
}

/** Every kind keeps the same promises. */
export function testKinds(cases: KindCases): void {
  describe.each(Object.entries(cases))('kind %s', (kind, one) => testKind(asKind(kind), one))
}

function testKind(kind: Kind, one: KindCase): void {
  test('is in the first snapshot, and a second one changes nothing', async () => {
    const company = await companyFor(one)
    const first = await company.backUp()
    expect(first).toMatchObject({ state: 'complete', gaps: [] })
    expect(first.resources[kind]).toBeGreaterThan(0)
    const second = await company.backUp({ exact: true })
    expect(second).toMatchObject({
      state: 'complete',
      added: 0,
      modified: 0,
      removed: 0,
      resources: first.resources,
    })
  })

  const { change } = one
  const testIfItChanges: (claim: string, run: () => Promise<void>) => void = change ? test : () => {}
  testIfItChanges('a changed one is modified, and both states can be read', async () => {
    const company = await companyFor(one)
    await company.backUp()
    await change?.(company)
    const second = await company.backUp({ exact: true })
    const modified = [...company.vault().changes(1, 2)].filter(found => found.type === 'modified')
    expect(second.modified).toBe(modified.length)
    expect(modified.map(found => found.kind)).toContain(kind)
    for (const found of modified) expect(found.before).not.toEqual(found.after)
  })

  test('one that is gone is recorded as gone, exactly', async () => {
    const company = await companyFor(one)
    const first = await company.backUp()
    const expected = await one.remove(company)
    const second = await company.backUp({ exact: true })
    expect(second).toMatchObject({ state: 'complete', removed: expected })
    if (expected > 0) expect(second.resources[kind] ?? 0).toBeLessThan(first.resources[kind] ?? 0)
  })

  test.each(['truncate', 'missing-page', 'html', 'reset', 'empty'] as const)(
    'a list that is broken (%s) is a gap, and nobody is removed',
    async fault => {
      const company = await companyFor(one)
      const first = await company.backUp()
      if (kind === 'organization') return
      await company.edit({ 'README.md': '# Changed, so that the content is read again\n' })
      await one.stir?.(company)
      company.emulator.fault({ operation: one.operation, kind: fault })
      company.emulator.resetRequests()
      const second = await company.backUp({ exact: true })
      expect(second.removed).toBe(0)
      expect(second.resources).toEqual(first.resources)
      // An exact token can make the reading superfluous; a missing page cannot be told where nothing is missed.
      const wasAsked = (company.emulator.requests().operations[one.operation] ?? 0) > 0
      if (second.state === 'partial') expect(second.gaps.map(gap => gap.kind)).toContain(one.gap ?? kind)
      else expect(wasAsked && !invisible[one.operation]?.includes(fault)).toBe(false)
      company.emulator.clearFaults()
      const third = await company.backUp({ exact: true })
      expect(third).toMatchObject({ state: 'complete', gaps: [], removed: 0, resources: first.resources })
    },
  )
}
