/**
 * What one snapshot says about people, teams and places: looked up by index when it is asked for, so that a report
 * over few changes reads little and one over many holds little.
 */
import { itemOf } from '../diff/describe.ts'
import { recordOf, textOf } from '../model/fields.ts'
import { lazily } from '../model/lazily.ts'
import type { Kind } from '../model/resource.ts'
import type { SnapshotSummary } from '../model/snapshot.ts'
import { PLACE_KINDS } from '../resources/grants.ts'
import { ACCOUNT, MEMBERSHIP } from '../resources/people.ts'
import type { Item } from '../resources/resource.ts'
import type { StoredResource, Vault } from '../vault/vault.ts'
import type { AccessFacts, PlaceName } from './access/facts.ts'
import { parseLevel, parseRole } from './access/role.ts'
import { isOutsideOf } from './domains.ts'
import { isAdmin, membersAt, personFactsOf } from './members.ts'

export interface Person {
  id: string
  name: string | null
  email: string | null
  domain: string | null
}

export interface SnapshotFacts {
  snapshot: SnapshotSummary
  organization(): Item
  item(kind: Kind, id: string): Item | null
  title(kind: Kind, id: string): string | null
  person(id: string): Person
  isMember(id: string): boolean
  /** Enabled ones. */
  administrators(): number
  teamIsAdmin(team: string): boolean
  isOutside(email: string | null): boolean
  access: AccessFacts
}

export function makeSnapshotFacts(
  vault: Vault,
  snapshot: SnapshotSummary,
  domains: readonly string[],
): SnapshotFacts {
  const at = snapshot.snapshot
  const own = (found: readonly StoredResource[]) => found[0] ?? null
  const item = remembering((kind, id) => {
    const found = own(vault.find(at, kind, id))
    return found && itemOf(vault, found)
  })
  const organization = lazily(() => item('organization', snapshot.organization) ?? {})
  const title = (kind: Kind, id: string) => {
    const found = item(kind, id)
    return textOf(found?.title) ?? textOf(found?.name) ?? textOf(found?.label)
  }
  return {
    snapshot,
    organization,
    item,
    title,
    // A membership's own copy of the person is as old as its last change.
    person: id => personOf(id, item(ACCOUNT, id) ?? item(MEMBERSHIP, id)?.user),
    isMember: id => item(MEMBERSHIP, id) !== null,
    administrators: lazily(() => countAdministrators(vault, at)),
    teamIsAdmin: team =>
      PLACE_KINDS.some(place =>
        vault
          .find(at, `${place}-team-grant`, team)
          .some(grant => itemOf(vault, grant).permission === 'admin'),
      ),
    isOutside: email => isOutsideOf(email, [...domains, ...domainsOf(organization())]),
    access: accessFacts(vault, at, item, () => parseRole(organization().defaultRole)),
  }
}

export function personOf(id: string, user: unknown): Person {
  const known = recordOf(user) ?? {}
  const email = textOf(known.email)
  return {
    id,
    name: textOf(known.displayName),
    email,
    domain: email?.split('@').at(-1)?.toLowerCase() ?? null,
  }
}

export function domainsOf(organization: Item): string[] {
  const domains = organization.emailDomains
  return Array.isArray(domains) ? domains.map(String) : []
}

function countAdministrators(vault: Vault, at: number): number {
  let count = 0
  for (const { item } of membersAt(vault, at)) if (isAdmin(item)) count++
  return count
}

function accessFacts(
  vault: Vault,
  at: number,
  item: SnapshotFacts['item'],
  defaultRole: () => ReturnType<typeof parseRole>,
): AccessFacts {
  const sites = lazily(() => sitesBySpace(vault, at))
  const grant = (place: PlaceName, of: 'user' | 'team', id: string) => {
    const found = vault
      .find(at, `${place.kind}-${of}-grant`, id)
      .find(({ parentId }) => parentId === place.id)
    return found ? parseRole(itemOf(vault, found).permission) : null
  }
  return {
    get defaultRole() {
      return defaultRole()
    },
    person(id) {
      const member = item(MEMBERSHIP, id)
      return member && personFactsOf(member)
    },
    teamsOf: person => vault.find(at, 'team-member', person).flatMap(membership => membership.parentId ?? []),
    place({ kind, id }) {
      const found = item(kind, id)
      return found && { parent: textOf(found.parent), defaultLevel: levelOf(found) }
    },
    sitesOf: space => sites().get(space) ?? [],
    userGrant: (place, person) => grant(place, 'user', person),
    teamGrant: (place, team) => grant(place, 'team', team),
  }
}

/** Absent is inherited; null is nothing. */
export function levelOf(place: Item) {
  return 'defaultLevel' in place ? parseLevel(place.defaultLevel) : 'inherit'
}

export function sitesBySpace(vault: Vault, at: number): Map<string, string[]> {
  const sites = new Map<string, string[]>()
  for (const shown of vault.resources(at, { kind: 'site-space' })) {
    const { space } = itemOf(vault, shown)
    const id = recordOf(space)?.id ?? space
    if (typeof id !== 'string' || shown.parentId === null) continue
    sites.set(id, [...new Set([...(sites.get(id) ?? []), shown.parentId])])
  }
  return sites
}

/** A row asks for the same things several times. */
const REMEMBERED = 500

function remembering(find: (kind: Kind, id: string) => Item | null): SnapshotFacts['item'] {
  const known = new Map<string, Item | null>()
  return (kind, id) => {
    const name = `${kind} ${id}`
    const found = known.get(name)
    if (found !== undefined) return found
    if (known.size >= REMEMBERED) known.clear()
    const item = find(kind, id)
    known.set(name, item)
    return item
  }
}
