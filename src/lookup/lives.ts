/**
 * What was called so in any snapshot of an organization, and in which ones; and what is called nearly so. Goes once through
 * the states of one kind: the cost follows what there is and what changed, not the number of snapshots.
 */
import { readTogether } from '../diff/describe.ts'
import { editsBetween } from '../model/edit-distance.ts'
import { nameForm } from '../model/normal-form.ts'
import type { SnapshotSummary } from '../model/snapshot.ts'
import type { StoredResource, StoredState, Vault } from '../vault/vault.ts'
import { Best, type Fitting } from './find.ts'
import { type Fit, makeFit, makeNames, type Names, type NameWish, NO_FIT } from './names.ts'
import { bestOf, type Stay, staysIn } from './stays.ts'

/** Of one resource, as long as it was called so. */
export interface Life {
  /** The last state of it that was. */
  resource: StoredResource
  stays: readonly Stay[]
  /** To look at it, or to restore it from. */
  snapshot: SnapshotSummary
  /** What it is called in its last state, if that is something else. */
  title: string | null
}

export interface Lives extends Fitting<Life> {
  /** Called nearly so; the nearest first. */
  near: Life[]
}

const MOST_NEAR = 5

/** `backups`: of the organization, oldest first; not empty. */
export function livesOf(vault: Vault, backups: readonly SnapshotSummary[], wish: NameWish): Lives {
  const lives = new Best<Life>()
  const near = new Nearest(wish)
  const [fitOf, namesOf] = [makeFit(wish), makeNames(vault)]
  const newest = backups.at(-1)?.snapshot ?? 0
  const named = (state: StoredState) => namesOf(state, vault.firstKept(state.since))
  let states: StoredState[] = []
  const end = () => {
    const fits = states.map(state => fitOf(named(state)))
    const life = lifeOf(backups, states, fits, named)
    if (life) lives.add(Math.min(...fits), life)
    const last = states.at(-1)
    if (!life && last)
      near.add(named(last), () =>
        lifeOf(
          backups,
          states,
          states.map(() => 0),
          named,
        ),
      )
    states = []
  }
  for (const state of readTogether(vault, vault.states(newest, wish.kind))) {
    if (states[0] && states[0].key !== state.key) end()
    states.push(state)
  }
  end()
  const { fit, found, count } = lives
  return { fit, found, count, near: near.lives }
}

function lifeOf(
  backups: readonly SnapshotSummary[],
  states: readonly StoredState[],
  fits: readonly Fit[],
  named: (state: StoredState) => Names,
): Life | null {
  const best = Math.min(NO_FIT, ...fits)
  if (best === NO_FIT) return null
  const fitting = states.filter((_, index) => fits[index] === best)
  const stays = staysIn(backups, fitting)
  const [resource, snapshot, last] = [fitting.at(-1), bestOf(backups, stays), states.at(-1)]
  if (!resource || !snapshot || !last) return null
  return { resource, stays, snapshot, title: last === resource ? null : named(last).title }
}

/** By title: a slip of the fingers away, or a part of it. */
class Nearest {
  readonly #wanted: string
  readonly #found: { distance: number; life: Life }[] = []

  constructor({ name }: NameWish) {
    this.#wanted = nameForm(name)
  }

  add(names: Names, life: () => Life | null): void {
    const distance = distanceBetween(this.#wanted, nameForm(names.title))
    const worst = this.#found.at(-1)
    if (distance === null || (this.#found.length === MOST_NEAR && worst && worst.distance <= distance)) return
    const found = life()
    if (!found) return
    this.#found.push({ distance, life: found })
    this.#found.sort((a, b) => a.distance - b.distance)
    this.#found.length = Math.min(this.#found.length, MOST_NEAR)
  }

  get lives(): Life[] {
    return this.#found.map(({ life }) => life)
  }
}

/** Beyond this share of its length a title is another one. */
const MOST_WRONG = 0.34
const MOST_EDITS = 5
/** A shorter part stands in too many titles. */
const LEAST_PART = 4
/** What is longer is a text, and no title that anybody types. */
const LONGEST = 200

/** Null: too far. */
function distanceBetween(wanted: string, title: string): number | null {
  if (wanted.length > LONGEST || title.length > LONGEST) return null
  if (wanted.length >= LEAST_PART && title.includes(wanted)) return MOST_EDITS
  const most = Math.min(MOST_EDITS, wanted.length * MOST_WRONG)
  if (Math.abs(wanted.length - title.length) > most) return null
  const edits = editsBetween(wanted, title)
  return edits <= most ? edits : null
}
