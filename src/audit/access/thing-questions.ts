/** What an access review asks about beside people: teams, what is public, ways to join, programs. */
import { itemOf } from '../../diff/describe.ts'
import type { Kind } from '../../model/resource.ts'
import type { Cells } from '../report.ts'
import type { Question, Reviewed, Rows } from './question.ts'

const names = ['what', 'kind', 'state', 'in', 'id']

export function thingQuestions(reviewed: Reviewed): Question[] {
  return [
    {
      id: 'teams',
      title: 'Teams without owner',
      note: 'Nobody in the team may change it.',
      names,
      rows: teamsWithoutOwner(reviewed),
    },
    {
      id: 'published',
      title: 'Public, unlisted and shared content',
      note: 'What can be read without being a member.',
      names,
      rows: published(reviewed),
    },
    {
      id: 'joining',
      title: 'Sign-on and joining',
      note: 'SAML, domains, invite links, default roles.',
      names,
      rows: joining(reviewed),
    },
    {
      id: 'integrations',
      title: 'Integrations',
      note: 'Programs that may read or write.',
      names,
      rows: integrations(reviewed),
    },
  ]
}

function teamsWithoutOwner({ vault, facts }: Reviewed): Rows {
  const at = facts.snapshot.snapshot
  return function* () {
    for (const team of vault.resources(at, { kind: 'team' })) {
      let owners = 0
      for (const membership of vault.resources(at, { kind: 'team-member', parent: team.key })) {
        const { team: role } = itemOf(vault, membership)
        if (typeof role === 'object' && role !== null && 'role' in role && role.role === 'owner') owners++
      }
      if (owners === 0)
        yield cellsOf({ what: itemOf(vault, team).title, kind: 'team', state: 'no owner', id: team.id })
    }
  }
}

function published({ vault, facts }: Reviewed): Rows {
  const at = facts.snapshot.snapshot
  return function* () {
    for (const kind of ['site', 'space', 'openapi-spec'] as const) {
      for (const resource of vault.resources(at, { kind })) {
        const { visibility, published: isPublished, title, slug } = itemOf(vault, resource)
        if (typeof visibility !== 'string' || ['private', 'in-collection'].includes(visibility)) continue
        const state = isPublished === false ? `${visibility}, not published` : visibility
        yield cellsOf({ what: title ?? slug, kind, state, id: resource.id })
      }
    }
    for (const link of vault.resources(at, { kind: 'share-link' })) {
      const { name, active } = itemOf(vault, link)
      const site = facts.title('site', link.parentId ?? '') ?? link.parentId ?? ''
      const state = active === false ? 'not active' : 'active'
      yield cellsOf({ what: name, kind: 'share-link', state, in: `site ${site}`, id: link.id })
    }
  }
}

function joining({ vault, facts }: Reviewed): Rows {
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
    for (const [what, value] of said)
      yield cellsOf({ what, kind: 'organization', state: String(value), id: organization })
    for (const provider of vault.resources(at, { kind: 'saml-provider' })) {
      const { label, status, defaultRole: role, ssoURL } = itemOf(vault, provider)
      const state = `${status}, default role ${role ?? 'none'}`
      yield cellsOf({ what: label, kind: 'saml-provider', state, in: String(ssoURL ?? ''), id: provider.id })
    }
    for (const invite of vault.resources(at, { kind: 'link-invite' })) {
      const item = itemOf(vault, invite)
      const role = item.role ?? item.level ?? 'none'
      const id = `${invite.id.slice(0, 4)}…`
      yield cellsOf({ what: 'invite link', kind: 'link-invite', state: `role ${role}`, id })
    }
  }
}

function integrations({ vault, facts }: Reviewed): Rows {
  const at = facts.snapshot.snapshot
  return function* () {
    for (const kind of ['installation', 'integration'] as const) {
      for (const program of vault.resources(at, { kind })) {
        const { status, integration, title, name, scopes, space_selection } = itemOf(vault, program)
        const state =
          kind === 'installation' ? `${status}, spaces: ${space_selection ?? 'not told'}` : scopesOf(scopes)
        yield cellsOf({ what: title ?? name ?? integration ?? program.id, kind, state, id: program.id })
      }
    }
  }
}

function scopesOf(scopes: unknown): string {
  return Array.isArray(scopes) ? scopes.join(' ') : ''
}

interface Thing {
  what: unknown
  kind: Kind
  state: string
  in?: string
  id: string
}

function cellsOf({ what, kind, state, in: place = '', id }: Thing): Cells {
  return { what: typeof what === 'string' ? what : id, kind, state, in: place, id }
}
