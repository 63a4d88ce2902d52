/** What one state shows by itself, whoever changed it and when: each a rule of its own name. */

import { itemOf } from '../diff/describe.ts'
import { PLACE_KINDS } from '../resources/grants.ts'
import { ACCOUNT, MEMBERSHIP } from '../resources/people.ts'
import type { Item } from '../resources/resource.ts'
import type { Vault } from '../vault/vault.ts'
import { lastSeenOf } from './last-seen.ts'
import { hasMembers, isAdmin, membersAt } from './members.ts'
import type { Finding } from './row.ts'
import type { Severity } from './severity.ts'
import type { SnapshotFacts } from './snapshot-facts.ts'

export interface FindingSources {
  vault: Vault
  dormantAfterMs: number
  /** E-mail addresses of people who should be gone. */
  leavers: readonly string[]
}

export const FINDINGS = {
  'no-administrator': { severity: 'critical', doc: 'No enabled administrator is left.' },
  'leaver-present': { severity: 'high', doc: 'Somebody on `audit.leavers` is still a member.' },
  'dormant-administrator': {
    severity: 'high',
    doc: 'An enabled administrator was not seen for `audit.dormantAfter`.',
  },
  'grant-without-member': { severity: 'high', doc: 'Somebody who is no member has a role on a place.' },
  'public-in-private': {
    severity: 'high',
    doc: 'A public or unlisted space stands in a collection that members reach by grant only.',
  },
} as const satisfies Readonly<Record<string, { severity: Severity; doc: string }>>

const MAX_FINDINGS = 1000

export function findingsOf(sources: FindingSources, facts: SnapshotFacts): Finding[] {
  const { vault } = sources
  const at = facts.snapshot.snapshot
  const found: Finding[] = []
  if (hasMembers(vault, at) && facts.administrators() === 0) {
    const { organization, organizationTitle } = facts.snapshot
    found.push({
      ...ruled('no-administrator'),
      text: 'no enabled administrator is left',
      resource: { kind: 'organization', id: organization, title: organizationTitle },
    })
  }
  for (const finding of [
    ...memberFindings(sources, facts),
    ...grantFindings(vault, facts),
    ...placeFindings(vault, facts),
  ]) {
    if (found.length >= MAX_FINDINGS) break
    found.push(finding)
  }
  return found
}

function ruled(rule: keyof typeof FINDINGS): Pick<Finding, 'rule' | 'severity'> {
  return { rule, severity: FINDINGS[rule].severity }
}

function* memberFindings(
  { vault, dormantAfterMs, leavers }: FindingSources,
  facts: SnapshotFacts,
): Generator<Finding> {
  const gone = new Set(leavers.map(email => email.toLowerCase()))
  for (const { resource: member, item } of membersAt(vault, facts.snapshot.snapshot)) {
    const { kind, id } = member
    if (gone.size === 0 && !isAdmin(item)) continue
    const person = facts.person(id)
    const resource = { kind, id, title: person.name ?? person.email ?? id }
    if (person.email !== null && gone.has(person.email.toLowerCase())) {
      const text = `${resource.title} is on the list of leavers and still a member`
      yield { ...ruled('leaver-present'), text, resource }
    }
    if (!isAdmin(item)) continue
    const seen = lastSeenOf(vault, facts.snapshot, member, dormantAfterMs)
    if (seen.state !== 'dormant') continue
    const text = `${resource.title} is administrator and ${seen.words}`
    yield { ...ruled('dormant-administrator'), text, resource }
  }
}

/** A grant of somebody who is no member any more. */
function* grantFindings(vault: Vault, facts: SnapshotFacts): Generator<Finding> {
  const reported = new Set<string>()
  const at = facts.snapshot.snapshot
  if (facts.snapshot.gaps.some(gap => gap.kind === MEMBERSHIP) || !hasMembers(vault, at)) return
  for (const place of PLACE_KINDS) {
    for (const grant of vault.resources(at, { kind: `${place}-user-grant` })) {
      if (reported.has(grant.id) || facts.isMember(grant.id)) continue
      reported.add(grant.id)
      const { name, email } = facts.person(grant.id)
      const title = name ?? email ?? grant.id
      const text = `${title} is no member and still has a role on ${place} ${grant.parentId}`
      yield {
        ...ruled('grant-without-member'),
        text,
        resource: { kind: ACCOUNT, id: grant.id, title },
      }
    }
  }
}

function* placeFindings(vault: Vault, facts: SnapshotFacts): Generator<Finding> {
  for (const stored of vault.resources(facts.snapshot.snapshot, { kind: 'space' })) {
    const space = itemOf(vault, stored)
    if (!['public', 'unlisted'].includes(String(space.visibility))) continue
    const collection = closedCollectionAbove(facts, space)
    if (collection === null) continue
    const title = String(space.title ?? stored.id)
    const text = `${title} is ${space.visibility}, and stands in the private collection ${collection}`
    yield {
      ...ruled('public-in-private'),
      text,
      resource: { kind: 'space', id: stored.id, title },
    }
  }
}

/** A collection that members reach by grant only. */
function closedCollectionAbove(facts: SnapshotFacts, space: Item): string | null {
  const seen = new Set<string>()
  for (let id = space.parent; typeof id === 'string' && !seen.has(id); ) {
    seen.add(id)
    const collection = facts.item('collection', id)
    if (collection === null) return null
    if ('defaultLevel' in collection && collection.defaultLevel === null)
      return String(collection.title ?? id)
    id = collection.parent
  }
  return null
}
