/** Which resources somebody wants to search: of an organization, a space, some kinds. */
import { makeLabelOf } from '../../diff/describe.ts'
import { DamageFound, UsageError } from '../../model/errors.ts'
import { nameForm } from '../../model/normal-form.ts'
import { printable } from '../../model/printable.ts'
import { isSealed, type SnapshotMoment } from '../../model/snapshot.ts'
import { resources } from '../../resources/index.ts'
import { ACCOUNT, isPersonKind } from '../../resources/people.ts'
import type { ResourceKey, ResourceSpans, Vault } from '../../vault/vault.ts'
import type { FindRequest } from './request.ts'

export type IsWanted = (resource: Pick<ResourceSpans, 'key' | 'kind' | 'parent'>) => boolean

type Asked = Pick<FindRequest, 'kinds' | 'space' | 'organization'>

/** Throws UsageError for an organization or a space that no snapshot has: nothing is found there, and that says nothing. */
export function makeScope(vault: Vault, { kinds, space, organization }: Asked): IsWanted {
  // Each snapshot is read for it.
  const newest = organization === undefined && space === undefined ? [] : newestOf(vault, organization)
  // What is said of a person stands in the account: a membership's own copy may be older.
  const wanted = kinds && new Set(kinds.some(isPersonKind) ? [...kinds, ACCOUNT] : kinds)
  const isInSpace =
    space === undefined ? () => true : makeIsInSpace(vault, spacesCalled(vault, newest, space))
  return resource => (wanted === undefined || wanted.has(resource.kind)) && isInSpace(resource)
}

/** Of each organization. */
function newestOf(vault: Vault, organization: string | undefined): SnapshotMoment[] {
  const sealed = vault.moments().filter(isSealed)
  const newest = new Map(sealed.map(moment => [moment.organization, moment]))
  if (organization === undefined || newest.size === 0) return [...newest.values()]
  const wanted = newest.get(organization)
  if (wanted !== undefined) return [wanted]
  throw new UsageError(`no snapshot is of an organization ${organization}`, {
    hint: named('organizations', newest.keys()),
  })
}

/** By their id, or called so in any snapshot. */
function spacesCalled(
  vault: Vault,
  newest: readonly SnapshotMoment[],
  name: string,
): ReadonlySet<ResourceKey> {
  const labelOf = makeLabelOf(vault, resources)
  const wanted = nameForm(name)
  const found = new Set<ResourceKey>()
  const others = new Set<string>()
  let unreadable = 0
  for (const { snapshot } of newest) {
    for (const state of [...vault.states(snapshot, 'space')]) {
      const title = orNull(() => labelOf(state))
      if (state.id === name || (title !== null && nameForm(title) === wanted)) found.add(state.key)
      else if (title === null) unreadable++
      else others.add(title)
    }
  }
  if (found.size === 0 && newest.length > 0) {
    const readable = unreadable === 0 ? '' : ', as far as titles can be read'
    const hint =
      unreadable === 0 ? named('spaces', others) : 'say its id, or run `docvault check --read-data`'
    throw new UsageError(`no snapshot has a space ${name}${readable}`, { hint })
  }
  return found
}

/** Null: it is damaged. */
function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof DamageFound) return null
    throw error
  }
}

const MOST_NAMED = 10

function named(what: string, names: Iterable<string>): string {
  const all = [...names].sort()
  const more = all.length > MOST_NAMED ? `, and ${all.length - MOST_NAMED} more` : ''
  return `${what} that there were: ${all.slice(0, MOST_NAMED).map(printable).join(', ')}${more}`
}

function makeIsInSpace(vault: Vault, spaces: ReadonlySet<ResourceKey>): IsWanted {
  const known = new Map<ResourceKey, boolean>()
  const standsIn = (key: ResourceKey): boolean => {
    const answer = known.get(key)
    if (answer !== undefined) return answer
    const parent = vault.spans([key]).get(key)?.parent ?? null
    const found = spaces.has(key) || (parent !== null && standsIn(parent))
    known.set(key, found)
    return found
  }
  return ({ key, parent }) => spaces.has(key) || (parent !== null && standsIn(parent))
}
