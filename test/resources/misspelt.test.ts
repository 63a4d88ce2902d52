/**
 * A misspelt kind does not compile, wherever it stands, nor does a misspelt field in a
 * declaration or a rule. Each line below is an error that the compiler has to see:
 * `tsc` fails where one of them is none.
 */
import { describe, expect, test } from 'vitest'
import { type Rule, rule, type WrittenRule } from '../../src/audit/rules/rule.ts'
import { actionsOf } from '../../src/diff/actions.ts'
import type { Kind, Kinds, ResourceRef } from '../../src/model/resource.ts'
import type { Gap } from '../../src/model/snapshot.ts'
import { kindInSpace, kindUnder } from '../../src/resources/drafts.ts'
import type { Published } from '../../src/resources/field-path.ts'
import { resources } from '../../src/resources/index.ts'
import { member } from '../../src/resources/member.ts'
import { type Item, idOf, type ListedResource, type Resource } from '../../src/resources/resource.ts'
import type { KnownOf } from '../../src/restore/kinds/known-fields.ts'
import { type Restorer, restorer, type SettingOf } from '../../src/restore/kinds/restorer.ts'
import type { IdTable } from '../../src/restore/match/ids.ts'
import type { RestoreRequest } from '../../src/restore/request.ts'
import type { OrganizationState } from '../../src/restore/state.ts'
import type { Vault } from '../../src/vault/vault.ts'

/** Never called: what it holds is for the compiler. */
const misspelt = (
  state: OrganizationState,
  vault: Vault,
  ids: IdTable,
  place: Parameters<typeof idOf>[0],
): unknown[] => [
  // @ts-expect-error
  state.list('membr'),
  // @ts-expect-error
  state.byId('spaces', 'id'),
  // @ts-expect-error
  state.at('page_group', 'path'),
  // @ts-expect-error
  vault.find(1, 'site-sections', 'id'),
  // @ts-expect-error
  vault.resources(1, { kind: 'teams' }),
  // @ts-expect-error
  vault.lastRead(1, null, 'user-grant'),
  // @ts-expect-error
  vault.changes(1, 2, { kinds: ['member', 'colection'] }),
  // @ts-expect-error
  ids.set('pages', 'a', 'b', true),
  // @ts-expect-error
  idOf(place, 'organisation'),
  // @ts-expect-error
  kindUnder('space', 'revisions'),
  // @ts-expect-error
  kindInSpace('changerequest-page'),
  // @ts-expect-error
  actionsOf({ kind: 'fil', type: 'added', fields: [], parts: [], moved: false, reordered: false }),
  // @ts-expect-error
  is<Resource['kind']>('membre'),
  // @ts-expect-error
  is<Resource['parent']>('organizations'),
  // @ts-expect-error
  is<Resource['references']>({ uesr: 'user.id' }),
  // @ts-expect-error
  is<NonNullable<Resource['draftOf']>>('pge'),
  // @ts-expect-error
  is<Rule['kinds']>(['space', 'collections']),
  // @ts-expect-error
  is<WrittenRule<'member'>['fields']>(['rol']),
  // @ts-expect-error
  is<WrittenRule<'space' | 'site'>['fields']>(['visibilty']),
  // @ts-expect-error
  is<Saying<'link-invite'>>({ role: ['levl'] }),
  // @ts-expect-error
  is<Restorer['kind']>('site-rediretc'),
  // @ts-expect-error
  restorer({ kind: 'membr', phase: 1 }),
  // @ts-expect-error
  restorer({ kind: 'member', phase: 1, lost: [{ field: 'joined', why: 'date' }] }),
  // @ts-expect-error
  restorer({ kind: 'member', phase: 1, lost: [{ field: 'user.mail', why: 'own-profile' }] }),
  // @ts-expect-error
  restorer({ kind: 'member', phase: 1, lost: [{ field: '**.permisions', why: 'own-profile' }] }),
  // @ts-expect-error
  restorer({ kind: 'member', phase: 1, lost: [{ field: 'joinedAt', why: 'dates' }] }),
  // @ts-expect-error
  restorer({ kind: 'member', phase: 1, key: ({ json }) => String(json.rol) }),
  // @ts-expect-error: a field, but of another kind
  restorer({ kind: 'member', phase: 1, key: ({ json }) => String(json.slug) }),
  // @ts-expect-error
  restorer({ kind: 'member', phase: 1, key: ({ id }, map) => map('usr', id) }),
  // @ts-expect-error
  is<SettingOf<'space'>>({ ...setting, fields: ({ json }) => ({ titel: json.title }) }),
  // @ts-expect-error
  is<SettingOf<'space'>>({ ...setting, widens: (before, after) => before.edditMode !== after.editMode }),
  // @ts-expect-error
  is<SettingOf<'space'>>({ ...setting, standard: { editmode: 'live' } }),
  // @ts-expect-error
  is<KnownOf<'site'>>({ defaultlevel: ['newest'] }),
  // @ts-expect-error
  rule({ ...written, of: [member], fields: ['rol'] }),
  // @ts-expect-error
  is<NonNullable<RestoreRequest['kinds']>>(['installations']),
  // @ts-expect-error
  is<Gap['kind']>('member-spaces'),
  // @ts-expect-error
  is<ResourceRef['kind']>('memeber'),
  // @ts-expect-error
  is<Saying<'member'>>({ volatile: ['lastSeenAtt'] }),
  // @ts-expect-error
  is<Saying<'member'>>({ volatile: ['**.permisions'] }),
  // @ts-expect-error
  is<Saying<'member'>>({ embedded: ['users'] }),
  // @ts-expect-error
  is<Saying<'member'>>({ people: ['user.person'] }),
  // @ts-expect-error
  is<Saying<'member'>>({ references: { user: 'user.uid' } }),
  // @ts-expect-error
  is<Saying<'member'>>({ audit: { added: null, removed: null, fields: { rol: 'high' }, controls: [] } }),
  // @ts-expect-error
  is<Saying<'site'>>({ defaults: { defaultlevel: 'inherit' } }),
  // @ts-expect-error
  is<Saying<'site'>>({ addresses: ['icon.icons.*'] }),
  // @ts-expect-error
  is<Saying<'space'>>({ pictures: ['urls.logo'] }),
  // @ts-expect-error
  is<Saying<'comment'>>({ unordered: ['reactions.*.user'] }),
  // @ts-expect-error
  is<Saying<'installation'>>({ secret: ['configurations'] }),
  // @ts-expect-error
  is<Saying<'styleguide'>>({ references: { site: 'sites.id' } }),
  // @ts-expect-error
  is<Published<'OrganizationMembers'>>('id'),
  // @ts-expect-error: how an item's absence is proved has to be said
  is<(one: Omit<ListedResource, 'absence'>) => ListedResource>(one => one),
  // @ts-expect-error: who may not know has to say what else proves it
  is<ListedResource['absence']>({ isGone: async () => null }),
]

const setting = { name: 'settings', phase: 1, fields: () => ({}), write: async () => undefined }
const written = { id: 'x', severity: 'info', doc: '', on: ['modified'], controls: [] } as const

/** What a declaration may say of the fields of a kind. */
type Saying<K extends Kind> = Partial<ListedResource<Item, Item, Kinds[K]['fields']>>

function is<T>(value: T): T {
  return value
}

describe('kinds', () => {
  test('a misspelt one does not compile, and what stands for one at run time is in the list', () => {
    expect(misspelt).toBeTypeOf('function')
    const kinds: readonly Kind[] = resources.map(one => one.kind)
    expect(new Set(kinds).size).toBe(kinds.length)
    const named = resources.flatMap(one => [one.parent ?? one.kind, one.draftOf ?? one.kind])
    expect(named.filter(one => !kinds.includes(one))).toEqual([])
  })
})
