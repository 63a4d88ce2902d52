/** The questions of an access review, each a table: whom and what to look at first. */

import { itemOf } from '../../diff/describe.ts'
import type { Kind } from '../../model/resource.ts'
import type { Item } from '../../resources/resource.ts'
import type { StoredResource, Vault } from '../../vault/vault.ts'
import { lastSeenOf } from '../last-seen.ts'
import type { Cells, Column, Table } from '../report.ts'
import type { SnapshotFacts } from '../snapshot-facts.ts'
import type { Spool } from '../spool.ts'
import type { LoadedAccess } from './load.ts'

interface Sources {
  vault: Vault
  dormantAfterMs: number
}

const PERSON = ['person', 'email', 'role', 'why', 'person id'] as const
const THING = ['what', 'kind', 'state', 'in', 'id'] as const

type Rows = () => Generator<Cells>

export function sectionsOf(
  { vault, dormantAfterMs }: Sources,
  facts: SnapshotFacts,
  access: LoadedAccess,
  spool: Spool<Cells>,
): Table[] {
  const at = facts.snapshot.snapshot
  const members = (why: (member: Item, one: StoredResource) => string | null): Rows =>
    function* () {
      for (const one of vault.resources(at, { kind: 'member' })) {
        const member = itemOf(vault, one)
        const reason = why(member, one)
        if (reason !== null) yield personCells(facts, one.id, roleOf(member), reason)
      }
    }
  const seen = (one: StoredResource) => lastSeenOf(vault, facts.snapshot, one, dormantAfterMs)
  const enforced = facts.organization().sso === true
  return [
    section(
      spool,
      'privileged',
      'Privileged people',
      'Administrators of the organization, and of single places.',
      PERSON,
      privileged(vault, facts, access),
    ),
    section(
      spool,
      'outside',
      'Outside the own domains',
      'Members whose address is of another domain.',
      PERSON,
      members((_, one) =>
        facts.isOutside(facts.person(one.id).email) ? `domain ${facts.person(one.id).domain}` : null,
      ),
    ),
    section(
      spool,
      'dormant',
      'Dormant',
      'Not seen for long, as far as the vault knows.',
      PERSON,
      members((_, one) => {
        const { state, words } = seen(one)
        return state === 'dormant' || state === 'never' ? words : null
      }),
    ),
    section(
      spool,
      'without-sso',
      'Without single sign-on',
      enforced ? 'Single sign-on is enforced.' : 'Single sign-on is not enforced.',
      PERSON,
      members(member => (member.sso === true ? null : 'signs on otherwise')),
    ),
    section(
      spool,
      'disabled',
      'Disabled, but present',
      'Accounts that are switched off and not removed.',
      PERSON,
      members(member => (member.disabled === true ? 'disabled' : null)),
    ),
    section(
      spool,
      'guests',
      'Guests with direct grants',
      'People without a role in the organization who were given one somewhere.',
      PERSON,
      guests(vault, facts, access),
    ),
    section(
      spool,
      'teams',
      'Teams without owner',
      'Nobody in the team may change it.',
      THING,
      teamsWithoutOwner(vault, at),
    ),
    section(
      spool,
      'published',
      'Public, unlisted and shared content',
      'What can be read without being a member.',
      THING,
      published(vault, facts),
    ),
    section(
      spool,
      'joining',
      'Sign-on and joining',
      'SAML, domains, invite links, default roles.',
      THING,
      joining(vault, facts),
    ),
    section(
      spool,
      'integrations',
      'Integrations',
      'Programs that may read or write.',
      THING,
      integrations(vault, at),
    ),
  ]
}

function section(
  spool: Spool<Cells>,
  id: string,
  title: string,
  note: string,
  names: readonly string[],
  rows: Rows,
): Table {
  const columns: Column[] = names.map(name => ({ name, title: name }))
  let count = 0
  for (const row of rows()) {
    spool.add(id, row)
    count++
  }
  const spooled = () => spool.rows(id)
  return { id, title, note, columns, count, cells: spooled, rows: spooled }
}

function personCells(facts: SnapshotFacts, id: string, role: string, why: string): Cells {
  const { name, email } = facts.person(id)
  return { person: name ?? id, email: email ?? '', role, why, 'person id': id }
}

function roleOf({ role }: Item): string {
  return typeof role === 'string' ? role : 'guest'
}

function privileged(vault: Vault, facts: SnapshotFacts, access: LoadedAccess): Rows {
  const at = facts.snapshot.snapshot
  return function* () {
    for (const id of access.people) {
      const person = access.person(id)
      if (person?.role === 'admin') {
        const why = person.disabled ? 'administrator, disabled' : 'administrator of the organization'
        yield personCells(facts, id, 'admin', why)
      }
    }
    for (const place of ['space', 'collection', 'site'] as const) {
      for (const one of vault.resources(at, { kind: `${place}-user-grant` })) {
        if (itemOf(vault, one).permission !== 'admin') continue
        const on = `${place} ${facts.title(place, one.parentId ?? '') ?? one.parentId}`
        yield personCells(facts, one.id, 'admin', `direct on ${on}`)
      }
      for (const one of vault.resources(at, { kind: `${place}-team-grant` })) {
        if (itemOf(vault, one).permission !== 'admin') continue
        const on = `${place} ${facts.title(place, one.parentId ?? '') ?? one.parentId}`
        const team = facts.title('team', one.id) ?? one.id
        for (const id of access.people)
          if (access.teamsOf(id).includes(one.id))
            yield personCells(facts, id, 'admin', `team ${team} on ${on}`)
      }
    }
  }
}

function guests(vault: Vault, facts: SnapshotFacts, access: LoadedAccess): Rows {
  const at = facts.snapshot.snapshot
  return function* () {
    for (const place of ['space', 'collection', 'site'] as const) {
      for (const one of vault.resources(at, { kind: `${place}-user-grant` })) {
        const person = access.person(one.id)
        if (person !== null && person.role !== null) continue
        const title = facts.title(place, one.parentId ?? '') ?? one.parentId
        const role = String(itemOf(vault, one).permission)
        yield personCells(
          facts,
          one.id,
          role,
          `direct on ${place} ${title}${person === null ? ', no member' : ''}`,
        )
      }
    }
  }
}

function teamsWithoutOwner(vault: Vault, at: number): Rows {
  return function* () {
    for (const team of vault.resources(at, { kind: 'team' })) {
      let owners = 0
      for (const one of vault.resources(at, { kind: 'team-member', parent: team.key })) {
        const { team: role } = itemOf(vault, one)
        if (typeof role === 'object' && role !== null && 'role' in role && role.role === 'owner') owners++
      }
      if (owners === 0) yield thing(itemOf(vault, team).title, 'team', 'no owner', '', team.id)
    }
  }
}

function published(vault: Vault, facts: SnapshotFacts): Rows {
  const at = facts.snapshot.snapshot
  return function* () {
    for (const kind of ['site', 'space', 'openapi-spec'] as const) {
      for (const one of vault.resources(at, { kind })) {
        const { visibility, published: isPublished, title, slug } = itemOf(vault, one)
        if (typeof visibility !== 'string' || ['private', 'in-collection'].includes(visibility)) continue
        const state = isPublished === false ? `${visibility}, not published` : visibility
        yield thing(title ?? slug, kind, state, '', one.id)
      }
    }
    for (const one of vault.resources(at, { kind: 'share-link' })) {
      const { name, active } = itemOf(vault, one)
      const site = facts.title('site', one.parentId ?? '') ?? one.parentId ?? ''
      yield thing(name, 'share-link', active === false ? 'not active' : 'active', `site ${site}`, one.id)
    }
  }
}

function joining(vault: Vault, facts: SnapshotFacts): Rows {
  const at = facts.snapshot.snapshot
  return function* () {
    const { sso, inviteLinks, defaultRole, emailDomains } = facts.organization()
    const { organization } = facts.snapshot
    const said: [string, unknown][] = [
      ['single sign-on enforced', sso === true],
      ['invite links', inviteLinks === true],
      ['default role', defaultRole ?? 'none'],
      ['domains', Array.isArray(emailDomains) ? emailDomains.join(', ') : ''],
    ]
    for (const [what, value] of said) yield thing(what, 'organization', String(value), '', organization)
    for (const one of vault.resources(at, { kind: 'saml-provider' })) {
      const { label, status, defaultRole: role, ssoURL } = itemOf(vault, one)
      yield thing(
        label,
        'saml-provider',
        `${status}, default role ${role ?? 'none'}`,
        String(ssoURL ?? ''),
        one.id,
      )
    }
    for (const one of vault.resources(at, { kind: 'link-invite' })) {
      const item = itemOf(vault, one)
      const role = item.role ?? item.level ?? 'none'
      yield thing('invite link', 'link-invite', `role ${role}`, '', `${one.id.slice(0, 4)}…`)
    }
  }
}

function integrations(vault: Vault, at: number): Rows {
  return function* () {
    for (const kind of ['installation', 'integration'] as const) {
      for (const one of vault.resources(at, { kind })) {
        const { status, integration, title, name, scopes, space_selection } = itemOf(vault, one)
        const state =
          kind === 'installation' ? `${status}, spaces: ${space_selection ?? 'not told'}` : scopesOf(scopes)
        yield thing(title ?? name ?? integration ?? one.id, kind, state, '', one.id)
      }
    }
  }
}

function scopesOf(scopes: unknown): string {
  return Array.isArray(scopes) ? scopes.join(' ') : ''
}

function thing(what: unknown, kind: Kind, state: string, place: string, id: string): Cells {
  return { what: typeof what === 'string' ? what : id, kind, state, in: place, id }
}
