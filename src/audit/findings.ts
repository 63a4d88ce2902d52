/** What one state shows by itself, whoever changed it and when: each a rule of its own name. */

import { itemOf } from '../diff/describe.ts'
import type { Kind } from '../model/resource.ts'
import { MEMBERSHIP } from '../resources/people.ts'
import type { Item } from '../resources/resource.ts'
import type { StoredResource, Vault } from '../vault/vault.ts'
import { lastSeenOf } from './last-seen.ts'
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
const PLACES = ['space', 'collection', 'site'] as const

export function findingsOf(sources: FindingSources, facts: SnapshotFacts): Finding[] {
  const { vault } = sources
  const at = facts.snapshot.snapshot
  const found: Finding[] = []
  if (count(vault, at, MEMBERSHIP) > 0 && facts.administrators() === 0) {
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
  const gone = new Set(leavers.map(one => one.toLowerCase()))
  for (const one of vault.resources(facts.snapshot.snapshot, { kind: MEMBERSHIP })) {
    const member = itemOf(vault, one)
    if (gone.size === 0 && (member.role !== 'admin' || member.disabled === true)) continue
    const person = facts.person(one.id)
    const resource = { kind: MEMBERSHIP, id: one.id, title: person.name ?? person.email ?? one.id }
    if (person.email !== null && gone.has(person.email.toLowerCase())) {
      const text = `${resource.title} is on the list of leavers and still a member`
      yield { ...ruled('leaver-present'), text, resource }
    }
    if (member.role !== 'admin' || member.disabled === true) continue
    const seen = lastSeenOf(vault, facts.snapshot, one, dormantAfterMs)
    if (seen.state !== 'dormant') continue
    const text = `${resource.title} is administrator and ${seen.words}`
    yield { ...ruled('dormant-administrator'), text, resource }
  }
}

/** A grant of somebody who is no member any more. */
function* grantFindings(vault: Vault, facts: SnapshotFacts): Generator<Finding> {
  const told = new Set<string>()
  const at = facts.snapshot.snapshot
  if (facts.snapshot.gaps.some(gap => gap.kind === MEMBERSHIP) || count(vault, at, MEMBERSHIP) === 0) return
  for (const place of PLACES) {
    for (const one of vault.resources(at, { kind: `${place}-user-grant` })) {
      if (told.has(one.id) || facts.item(MEMBERSHIP, one.id) !== null) continue
      told.add(one.id)
      const { name, email } = facts.person(one.id)
      const title = name ?? email ?? one.id
      const text = `${title} is no member and still has a role on ${place} ${one.parentId}`
      yield {
        ...ruled('grant-without-member'),
        text,
        resource: { kind: 'user', id: one.id, title },
      }
    }
  }
}

function* placeFindings(vault: Vault, facts: SnapshotFacts): Generator<Finding> {
  for (const one of vault.resources(facts.snapshot.snapshot, { kind: 'space' })) {
    const space = itemOf(vault, one)
    if (!['public', 'unlisted'].includes(String(space.visibility))) continue
    const collection = closedCollectionAbove(facts, space)
    if (collection === null) continue
    const title = String(space.title ?? one.id)
    const text = `${title} is ${space.visibility}, and stands in the private collection ${collection}`
    yield {
      ...ruled('public-in-private'),
      text,
      resource: { kind: 'space', id: one.id, title },
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

function count(vault: Vault, at: number, kind: Kind): number {
  const first: StoredResource[] = []
  for (const one of vault.resources(at, { kind })) {
    first.push(one)
    break
  }
  return first.length
}
