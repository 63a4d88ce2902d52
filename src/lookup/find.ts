/** What of a snapshot a name fits best. The cost follows what the snapshot has of the kind; of an id, nothing. */
import { readTogether } from '../diff/describe.ts'
import type { StoredResource, Vault } from '../vault/vault.ts'
import { type Fit, makeFit, makeNames, type NameWish, NO_FIT } from './names.ts'

/** More than anybody reads. */
export const MOST_KEPT = 50

export interface Fitting<T> {
  fit: Fit
  /** Those that fit so well, as far as they are kept. */
  found: T[]
  count: number
}

export function findFitting(vault: Vault, snapshot: number, wish: NameWish): Fitting<StoredResource> {
  const [fitOf, namesOf] = [makeFit(wish), makeNames(vault)]
  const best = new Best<StoredResource>()
  for (const resource of vault.find(snapshot, wish.kind, wish.name))
    best.add(fitOf(namesOf(resource, snapshot)), resource)
  if (best.count > 0) return best
  for (const resource of readTogether(vault, vault.resources(snapshot, { kind: wish.kind })))
    best.add(fitOf(namesOf(resource, snapshot)), resource)
  return best
}

/** Keeps those that fit best. */
export class Best<T> implements Fitting<T> {
  fit: Fit = NO_FIT
  found: T[] = []
  count = 0

  add(fit: Fit, item: T): void {
    if (fit === NO_FIT || fit > this.fit) return
    if (fit < this.fit) [this.fit, this.found, this.count] = [fit, [], 0]
    this.count++
    if (this.found.length < MOST_KEPT) this.found.push(item)
  }
}
