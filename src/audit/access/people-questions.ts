/** Whom an access review asks about: people with much access, or with access that nobody may have meant. */
import { itemOf } from '../../diff/describe.ts'
import { MEMBERSHIP } from '../../resources/people.ts'
import type { Item } from '../../resources/resource.ts'
import type { StoredResource } from '../../vault/vault.ts'
import { lastSeenOf } from '../last-seen.ts'
import type { Cells } from '../report.ts'
import type { SnapshotFacts } from '../snapshot-facts.ts'
import type { Question, Reviewed, Rows } from './question.ts'

const names = ['person', 'email', 'role', 'why', 'person id']

export function peopleQuestions(reviewed: Reviewed): Question[] {
  return [
    {
      id: 'privileged',
      title: 'Privileged people',
      note: 'Administrators of the organization, and of single places.',
      names,
      rows: privileged(reviewed),
    },
    ...memberQuestions(reviewed),
    {
      id: 'guests',
      title: 'Guests with direct grants',
      note: 'People without a role in the organization who were given one somewhere.',
      names,
      rows: guests(reviewed),
    },
  ]
}

function memberQuestions(reviewed: Reviewed): Question[] {
  const { facts } = reviewed
  const enforced = facts.organization().sso === true
  return [
    {
      id: 'outside',
      title: 'Outside the own domains',
      note: 'Members whose address is of another domain.',
      names,
      rows: members(reviewed, (_, { id }) => {
        const { email, domain } = facts.person(id)
        return facts.isOutside(email) ? `domain ${domain}` : null
      }),
    },
    {
      id: 'dormant',
      title: 'Dormant',
      note: 'Not seen for long, as far as the vault knows.',
      names,
      rows: members(reviewed, (_, one) => dormancy(reviewed, one)),
    },
    {
      id: 'without-sso',
      title: 'Without single sign-on',
      note: enforced ? 'Single sign-on is enforced.' : 'Single sign-on is not enforced.',
      names,
      rows: members(reviewed, member => (member.sso === true ? null : 'signs on otherwise')),
    },
    {
      id: 'disabled',
      title: 'Disabled, but present',
      note: 'Accounts that are switched off and not removed.',
      names,
      rows: members(reviewed, member => (member.disabled === true ? 'disabled' : null)),
    },
  ]
}

/** Those for whom there is a reason. */
function members(
  { vault, facts }: Reviewed,
  why: (member: Item, one: StoredResource) => string | null,
): Rows {
  return function* () {
    for (const one of vault.resources(facts.snapshot.snapshot, { kind: MEMBERSHIP })) {
      const member = itemOf(vault, one)
      const reason = why(member, one)
      if (reason !== null) yield personCells(facts, one.id, roleOf(member), reason)
    }
  }
}

function dormancy({ vault, facts, dormantAfterMs }: Reviewed, one: StoredResource): string | null {
  const { state, words } = lastSeenOf(vault, facts.snapshot, one, dormantAfterMs)
  return state === 'dormant' || state === 'never' ? words : null
}

function personCells(facts: SnapshotFacts, id: string, role: string, why: string): Cells {
  const { name, email } = facts.person(id)
  return { person: name ?? id, email: email ?? '', role, why, 'person id': id }
}

function roleOf({ role }: Item): string {
  return typeof role === 'string' ? role : 'guest'
}

function privileged({ vault, facts, access }: Reviewed): Rows {
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

function guests({ vault, facts, access }: Reviewed): Rows {
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
