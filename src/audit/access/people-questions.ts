/** Whom an access review asks about: people with much access, or with access that nobody may have meant. */
import { itemOf } from '../../diff/describe.ts'
import { PLACE_KINDS } from '../../resources/grants.ts'
import type { Item } from '../../resources/resource.ts'
import type { StoredResource } from '../../vault/vault.ts'
import { lastSeenOf } from '../last-seen.ts'
import { type MemberState, membersAt } from '../members.ts'
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
      rows: members(reviewed, ({ resource }) => {
        const { email, domain } = facts.person(resource.id)
        return facts.isOutside(email) ? `domain ${domain}` : null
      }),
    },
    {
      id: 'dormant',
      title: 'Dormant',
      note: 'Not seen for long, as far as the vault knows.',
      names,
      rows: members(reviewed, ({ resource }) => dormancy(reviewed, resource)),
    },
    {
      id: 'without-sso',
      title: 'Without single sign-on',
      note: enforced ? 'Single sign-on is enforced.' : 'Single sign-on is not enforced.',
      names,
      rows: members(reviewed, ({ item }) => (item.sso === true ? null : 'signs on otherwise')),
    },
    {
      id: 'disabled',
      title: 'Disabled, but present',
      note: 'Accounts that are switched off and not removed.',
      names,
      rows: members(reviewed, ({ item }) => (item.disabled === true ? 'disabled' : null)),
    },
  ]
}

/** Those for whom there is a reason. */
function members({ vault, facts }: Reviewed, why: (member: MemberState) => string | null): Rows {
  return function* () {
    for (const member of membersAt(vault, facts.snapshot.snapshot)) {
      const reason = why(member)
      if (reason !== null) yield personCells(facts, member.resource.id, roleOf(member.item), reason)
    }
  }
}

function dormancy({ vault, facts, dormantAfterMs }: Reviewed, member: StoredResource): string | null {
  const { state, words } = lastSeenOf(vault, facts.snapshot, member, dormantAfterMs)
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
    for (const place of PLACE_KINDS) {
      for (const grant of vault.resources(at, { kind: `${place}-user-grant` })) {
        if (itemOf(vault, grant).permission !== 'admin') continue
        const on = `${place} ${facts.title(place, grant.parentId ?? '') ?? grant.parentId}`
        yield personCells(facts, grant.id, 'admin', `direct on ${on}`)
      }
      for (const grant of vault.resources(at, { kind: `${place}-team-grant` })) {
        if (itemOf(vault, grant).permission !== 'admin') continue
        const on = `${place} ${facts.title(place, grant.parentId ?? '') ?? grant.parentId}`
        const team = facts.title('team', grant.id) ?? grant.id
        for (const id of access.people)
          if (access.teamsOf(id).includes(grant.id))
            yield personCells(facts, id, 'admin', `team ${team} on ${on}`)
      }
    }
  }
}

function guests({ vault, facts, access }: Reviewed): Rows {
  const at = facts.snapshot.snapshot
  return function* () {
    for (const place of PLACE_KINDS) {
      for (const grant of vault.resources(at, { kind: `${place}-user-grant` })) {
        const person = access.person(grant.id)
        if (person !== null && person.role !== null) continue
        const title = facts.title(place, grant.parentId ?? '') ?? grant.parentId
        const role = String(itemOf(vault, grant).permission)
        yield personCells(
          facts,
          grant.id,
          role,
          `direct on ${place} ${title}${person === null ? ', no member' : ''}`,
        )
      }
    }
  }
}
