import { describe, expect, test } from 'vitest'
import { resources } from '../../src/resources/index.ts'
import { type Company, handbookFiles, makeCompany } from '../helpers/company.ts'
import { discussionCases } from './kind-cases/discussions.ts'
import { type KindCase, lastId, write } from './kind-cases/kind-case.ts'

const summary = handbookFiles['SUMMARY.md'] ?? ''
const tree = 'getRevisionById'
/** What nobody can tell: an answer without pages misses none; a picture that ends early, correctly framed. */
const invisible: Readonly<Record<string, readonly string[]>> = {
  [tree]: ['missing-page'],
  download: ['missing-page', 'truncate', 'empty'],
}

/** One entry a kind: a kind without one fails the suite. */
const cases: Readonly<Record<string, KindCase>> = {
  ...discussionCases,
  organization: {
    operation: 'listOrganizationsForAuthenticatedUser',
    // Nobody can back up an organization that they cannot see: there is nothing to record.
    remove: async () => 0,
    change: async company =>
      company.emulator.patch('organization', company.emulator.organization, { title: 'Other' }),
  },
  member: {
    operation: 'listMembersInOrganizationById',
    remove: async company => {
      const gone = lastId(company, 'member')
      const memberships = [...company.vault().resources(1, { kind: 'team-member' })].filter(
        one => one.id === gone,
      )
      return removeOne(company, 'member', gone) + memberships.length
    },
    change: async company =>
      company.emulator.patch('member', lastId(company, 'member'), { role: 'comment', disabled: true }),
  },
  team: {
    operation: 'listTeamsInOrganizationById',
    remove: async company => {
      const [team] = company.vault().resources(1, { kind: 'team' })
      const below = [...company.vault().resources(1, { kind: 'team-member', parent: team?.key })].length
      return removeOne(company, 'team', team?.id ?? '') + below
    },
    change: async company => company.emulator.patch('team', lastId(company, 'team'), { title: 'Renamed' }),
  },
  'team-member': {
    operation: 'listTeamMembersInOrganizationById',
    remove: async company => {
      const memberships = [...company.vault().resources(1, { kind: 'team-member' })]
      const gone = lastId(company, 'member')
      company.emulator.remove('member', gone)
      return 1 + memberships.filter(one => one.id === gone).length
    },
    change: turnRole,
  },
  collection: {
    operation: 'listCollectionsInOrganizationById',
    remove: async company => removeOne(company, 'collection', lastId(company, 'collection')),
    change: async company =>
      company.emulator.patch('collection', lastId(company, 'collection'), { title: 'Renamed' }),
  },
  space: {
    operation: 'listSpacesInOrganizationById',
    remove: async company => {
      const [space] = company.vault().resources(1, { kind: 'space' })
      const below = ['revision', 'page', 'page-group', 'file', 'reusable-content'].flatMap(kind => [
        ...company.vault().resources(1, { kind, parent: space?.key }),
      ])
      return removeOne(company, 'space', space?.id ?? '') + below.length
    },
    change: async company =>
      company.emulator.patch('space', lastId(company, 'space'), { visibility: 'public' }),
  },
  revision: {
    operation: tree,
    remove: async () => 0,
    change: company => company.edit({ '.gitbook/vars.yaml': 'product: docvault\n' }),
  },
  page: {
    operation: tree,
    remove: async company => {
      await company.edit({ 'SUMMARY.md': summary.replace('* [Empty](guides/empty.md)\n', '') })
      return 1
    },
    change: company => company.edit({ 'guides/install.md': '# Install\n\nOtherwise.\n' }),
  },
  'page-group': {
    operation: tree,
    remove: async company => {
      await company.edit({ 'SUMMARY.md': summary.replace('## Guides\n\n', '') })
      return 1
    },
    change: company =>
      company.edit({
        'SUMMARY.md': summary.replace('## Guides', '## Manuals <a href="#guides" id="guides"></a>'),
      }),
  },
  'reusable-content': {
    operation: tree,
    remove: async company => {
      await company.edit({ '.gitbook/includes/note.md': null, 'guides/install.md': '# Install\n' })
      return 1
    },
    change: company => company.edit({ '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nOtherwise.\n' }),
  },
  file: {
    operation: tree,
    remove: async company => {
      await company.edit({ '.gitbook/assets/notes (1).txt': null })
      return 1
    },
    change: company => company.edit({ '.gitbook/assets/notes (1).txt': 'other bytes' }),
  },
  'openapi-spec': {
    operation: 'listOpenAPISpecs',
    remove: async company => removeOne(company, 'openapi-spec', lastId(company, 'openapi-spec')) + 1,
    change: async company =>
      company.emulator.patch('openapi-spec', lastId(company, 'openapi-spec'), { visibility: 'public' }),
  },
  'openapi-spec-version': {
    operation: 'listOpenAPISpecVersions',
    remove: async company => removeOne(company, 'openapi-spec', lastId(company, 'openapi-spec')) + 1,
    change: null,
  },
  user: {
    operation: 'listMembersInOrganizationById',
    gap: 'member',
    remove: async () => 0,
    change: async company => {
      const [person] = company.vault().resources(1, { kind: 'user' })
      if (!person) throw new Error('nobody is known')
      const known = company.vault().readJson(person)
      company.emulator.patch('member', person.id, { user: { ...Object(known), displayName: 'Renamed' } })
    },
  },
  asset: {
    operation: 'download',
    prepare: company => useAsLogo(company, 'logo.png'),
    remove: async () => 0,
    change: null,
  },
  'translation-settings': {
    operation: 'listTranslations',
    remove: async company =>
      removeOne(company, 'translation-settings', lastId(company, 'translation-settings')),
    change: async company =>
      company.emulator.patch('translation-settings', lastId(company, 'translation-settings'), {
        languages: ['eo'],
      }),
  },
}

/** A company that has one of every kind. */
async function companyFor(one: KindCase): Promise<Company> {
  const company = await makeCompany(one.options)
  await one.prepare?.(company)
  return company
}

describe.each(resources.map(resource => resource.kind))('kind %s', kind => {
  const one = cases[kind]
  if (!one) throw new Error(`the contract suite has no case for ${kind}`)

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
})

function removeOne(
  company: Company,
  object: Parameters<Company['emulator']['remove']>[0],
  id: string,
): number {
  company.emulator.remove(object, id)
  return 1
}

/** Through the API itself: a membership has no id of its own. */
async function turnRole(company: Company): Promise<void> {
  const [membership] = company.vault().resources(1, { kind: 'team-member' })
  if (!membership) throw new Error('nobody is in a team')
  const wasOwner = JSON.stringify(company.vault().readJson(membership)).includes('"role":"owner"')
  const path = `teams/${membership.parentId}/members/${membership.id}`
  await write(company, 'PUT', path, { role: wasOwner ? 'member' : 'owner' })
}

/** A picture that the platform itself serves: the bytes of some file. */
async function useAsLogo(company: Company, name: string): Promise<void> {
  const { url, token, organization } = company.emulator
  const headers = { authorization: `Bearer ${token}` }
  const list = async (path: string): Promise<Record<string, string>[]> =>
    Object(await (await fetch(`${url}/${path}`, { headers })).json()).items
  const space = (await list(`orgs/${organization}/spaces`)).find(one => one.title === 'Handbook')
  const file = (await list(`spaces/${space?.id}/content/files`)).find(one => one.name === name)
  await write(company, 'PATCH', '', { logo: file?.downloadURL })
}
