/**
 * Which changes somebody wants to see: of one space, one person, one path, or a span of time.
 */
import { matchesGlob } from 'node:path/posix'
import type { ResourceKey, StoredResource, Vault } from '../vault/vault.ts'
import type { DescribedChange } from './change.ts'
import { itemOf, type LabelOf } from './describe.ts'

export interface ChangeCriteria {
  /** Id or title; of several, any of them. */
  space?: string | readonly string[] | undefined
  /** Id, e-mail address or name, or all that one is called by; the changes of and about this person. */
  person?: string | readonly string[] | undefined
  /** A path, a folder or a pattern such as `guides/*.md`. */
  path?: string | undefined
  /** A time as people name it. By the start of the snapshot that first saw the change. */
  since?: string | undefined
  until?: string | undefined
}

export type ChangePredicate = (change: DescribedChange) => boolean

/** Throws UsageError for a time that is none. */
export function makeFilter(vault: Vault, label: LabelOf, filter: ChangeCriteria): ChangePredicate {
  const { space, person, path, since, until } = filter
  const tests: ChangePredicate[] = []
  if (space !== undefined) tests.push(inSpace(vault, label, namesIn(space)))
  if (person !== undefined) tests.push(concerning(vault, namesIn(person)))
  if (path !== undefined) tests.push(change => isUnder(change, path))
  if (since !== undefined || until !== undefined) tests.push(seenBetween(vault, since, until))
  return change => tests.every(test => test(change))
}

function namesIn(names: string | readonly string[]): ReadonlySet<string> {
  return new Set(typeof names === 'string' ? [names] : names)
}

function inSpace(vault: Vault, label: LabelOf, spaces: ReadonlySet<string>): ChangePredicate {
  const known = new Map<ResourceKey, boolean>()
  const isWanted = (resource: StoredResource) =>
    resource.kind === 'space' && (spaces.has(resource.id) || spaces.has(label(resource)))
  const standsIn = (key: ResourceKey, snapshots: readonly number[]): boolean => {
    const found = known.get(key)
    if (found !== undefined) return found
    const resource = snapshots.map(snapshot => vault.at(snapshot, key)).find(state => state !== null)
    const answer =
      resource !== null &&
      resource !== undefined &&
      (isWanted(resource) || (resource.parent !== null && standsIn(resource.parent, snapshots)))
    known.set(key, answer)
    return answer
  }
  return ({ before, after, description }) => {
    const resource = after ?? before
    if (resource === null) return description.within !== null && spaces.has(description.within)
    return (
      isWanted(resource) ||
      (resource.parent !== null && standsIn(resource.parent, [vault.firstKept(resource.since)]))
    )
  }
}

function concerning(vault: Vault, names: ReadonlySet<string>): ChangePredicate {
  const small = new Set([...names].map(name => name.toLowerCase()))
  return ({ before, after, description }) =>
    names.has(description.id) ||
    names.has(description.title) ||
    [before, after].some(resource => resource !== null && mentions(itemOf(vault, resource), small))
}

function mentions(value: unknown, names: ReadonlySet<string>): boolean {
  if (typeof value === 'string') return names.has(value.toLowerCase())
  return (
    typeof value === 'object' && value !== null && Object.values(value).some(below => mentions(below, names))
  )
}

function isUnder({ description }: DescribedChange, path: string): boolean {
  const own = [description.path, description.gitPath].filter(known => known !== null)
  const folder = path.replace(/\/+$/, '')
  return own.some(place => place === folder || place.startsWith(`${folder}/`) || matchesGlob(place, path))
}

function seenBetween(vault: Vault, since: string | undefined, until: string | undefined): ChangePredicate {
  const from = since === undefined ? Number.NEGATIVE_INFINITY : vault.time(since).from
  const to = until === undefined ? Number.POSITIVE_INFINITY : vault.time(until).to
  return ({ before, after }) => {
    const first = after?.since ?? (before && endOf(vault, before))
    const started = first == null ? null : vault.startedAt(first)
    const at = started === null ? null : Date.parse(started)
    return at === null || (at >= from && at <= to)
  }
}

function endOf(vault: Vault, gone: StoredResource): number | null {
  return vault.versions(gone.key).find(version => version.since === gone.since)?.until ?? null
}
