/**
 * Takes back what happened between two states of an organization, wherever the organization still is as the second one
 * has it. Answers the state that is wanted: that of now, and in it what is put back; a restore of it is the taking back.
 * By whole paths, never by ids alone. What somebody changed since is named and stays. Pure. Of spaces and drafts in which
 * nothing happened between the two nothing is held: a company has many, and an incident hits few. Long, because each of its
 * decisions is about what the others have decided.
 */

import { listOf, recordOf, textOf } from '../../model/fields.ts'
import type { Stepwise } from '../../model/stepwise.ts'
import { isContent, isNode, isTree, kindUnder, NODES, OWNERS } from '../../resources/drafts.ts'
import { aboutOf, nameOf } from '../naming.ts'
import type { Skipped } from '../plan/steps.ts'
import { whyUnread } from '../read/unread-list.ts'
import { withContentsOf } from '../read-state.ts'
import {
  indexState,
  type OrganizationState,
  type StateItem,
  type TreeNode,
  treeOf,
  walkTree,
} from '../state.ts'
import { isOwned } from '../state-item.ts'
import { type Effects, everything } from './effects.ts'
import { hasMeaning, saidBy, sayTheSame } from './meaning.ts'
import { mergeFields, type ThreeStates } from './merge-fields.ts'
import { type Branch, mergeTree } from './merge-tree.ts'

export interface TakeBackRequest {
  states: ThreeStates<OrganizationState>
  effects: Effects
  /** What is gone from the first state and was restored since, under another id. */
  isBack: (item: StateItem) => boolean
  /** Whether the first two states have the same in a space or a draft. */
  isSettled: (owner: StateItem) => boolean
}

export interface TakenBack {
  wanted: OrganizationState
  /** Of `wanted`: what is put back, and what else may have to be written for it. */
  changed: ReadonlySet<StateItem>
  /** Of the state of now: what came between the two. Without what stands under another one of them. */
  removals: readonly StateItem[]
  kept: readonly Skipped[]
}

export function takeBack(request: TakeBackRequest): Stepwise<TakenBack> {
  return new TakingBack(request).run()
}

class TakingBack {
  readonly #states: ThreeStates<OrganizationState>
  readonly #request: TakeBackRequest
  readonly #wanted = new Map<string, StateItem>()
  readonly #changed = new Set<string>()
  readonly #removed = new Map<string, StateItem>()
  readonly #kept: Skipped[] = []
  readonly #subtrees = new Map<StateItem, ReadonlyMap<StateItem, StateItem[]>>()

  constructor(request: TakeBackRequest) {
    this.#request = request
    this.#states = request.states
  }

  *run(): Stepwise<TakenBack> {
    const now = yield* this.#itemsOf('now')
    const to = yield* this.#itemsOf('to')
    yield* this.#findRemovals(now)
    for (const item of now) {
      yield
      if (!isTree(item.kind)) this.#decideThere(item)
    }
    for (const item of to) {
      yield
      if (this.#at('now', item) === undefined) this.#decideGone(item)
    }
    const nodes = Map.groupBy(this.#wanted.values(), item => item.parent)
    for (const item of [...now, ...to]) {
      yield
      if (isTree(item.kind)) this.#decideTree(item, nodes)
    }
    const changed = [...this.#changed].flatMap(name => this.#wanted.get(name) ?? [])
    return { wanted: this.#state(), changed: new Set(changed), removals: this.#roots(), kept: this.#kept }
  }

  /** Parents before what stands under them; of what is settled nothing that stands in it. */
  *#itemsOf(which: keyof ThreeStates<unknown>): Stepwise<StateItem[]> {
    const state = this.#states[which]
    const owners = OWNERS.flatMap(kind => state.list(kind)).filter(owner => !this.#request.isSettled(owner))
    const items: StateItem[] = []
    for (const kind of state.kinds())
      for (const owner of isOwned(kind) ? owners : [undefined]) {
        items.push(...state.list(kind, owner))
        yield
      }
    const depthOf = ({ path }: StateItem) => (path === '' ? 0 : path.split('/').length)
    return items.sort((a, b) => depthOf(a) - depthOf(b))
  }

  #state(): OrganizationState {
    const { to, now } = this.#states
    const held = indexState(now.vault, to.snapshot, [...this.#wanted.values()])
    const isThere = (owner: StateItem) => now.has(owner.kind, owner.path) && this.#request.isSettled(owner)
    const owners = OWNERS.flatMap(kind => held.list(kind)).filter(isThere)
    return withContentsOf(held, now, owners)
  }

  /** Came between the two states, and is as it came, with everything in it. */
  *#findRemovals(now: readonly StateItem[]): Stepwise<void> {
    const below = Map.groupBy(now, item => item.parent)
    for (const item of now.toReversed()) {
      yield
      if (!this.#came(item)) continue
      const reason = this.#whyKept(item, below)
      if (reason === null) this.#removed.set(nameOf(item), item)
      else this.#keep(item, reason)
    }
  }

  #came(item: StateItem): boolean {
    const isNew = this.#at('to', item) === undefined && this.#at('from', item) !== undefined
    return (
      isNew &&
      hasMeaning(item.kind) &&
      !isTree(item.kind) &&
      !isHistory(item) &&
      this.#request.effects.has(item)
    )
  }

  /** What stands under it was decided before. */
  #whyKept(item: StateItem, below: ReadonlyMap<StateItem | null, readonly StateItem[]>): string | null {
    if (!this.#isAsLeft(item)) return 'it was changed since'
    const unread = this.#whyUnread(item)
    if (unread !== null) return unread
    for (const page of this.#pagesBelow(item))
      if (!(this.#came(page) && this.#isAsLeft(page)) && !this.#movesAway(page))
        return `page ${aboutOf(page).label} stands below it`
    for (const inner of below.get(item) ?? []) {
      if (!hasMeaning(inner.kind) || isHistory(inner) || this.#removed.has(nameOf(inner))) continue
      const left = this.#at('from', inner)
      if (left === undefined) return `${inner.kind} ${aboutOf(inner).label} in it was added since`
      if (!this.#isAsLeft(inner) || !isTree(inner.kind))
        return `${inner.kind} ${aboutOf(inner).label} in it was changed since`
    }
    return null
  }

  /** What a run wrote was made by it, whatever was read before; what stands under something that was not read, neither. */
  #whyUnread(item: StateItem): string | null {
    const { effects, states } = this.#request
    const { parent } = item
    if (effects !== everything || parent === null) return null
    const above = parent.kind === 'organization' ? states.to.organization : this.#at('to', parent)
    return above === undefined ? this.#whyUnread(parent) : whyUnread(states.to, above, item)
  }

  /** Pages are nested in the tree of their space, not in their paths. */
  #pagesBelow(item: StateItem): StateItem[] {
    if (item.parent === null || !isNode(item.kind)) return []
    const { now } = this.#states
    const known = this.#subtrees.get(item.parent) ?? subtreesOf(treeOf(now, item.parent))
    this.#subtrees.set(item.parent, known)
    return known.get(item) ?? []
  }

  /** To where the first state has it. */
  #movesAway(page: StateItem): boolean {
    return this.#at('to', page) !== undefined && this.#at('from', page) !== undefined
  }

  #isAsLeft(item: StateItem): boolean {
    const { from, now } = this.#states
    const left = this.#at('from', item)
    return left !== undefined && sayTheSame(left, from, item, now)
  }

  #decideThere(item: StateItem): void {
    if (this.#removed.has(nameOf(item))) return
    const [back, left] = [this.#at('to', item), this.#at('from', item)]
    const takes = hasMeaning(item.kind) && back !== undefined && this.#request.effects.has(item)
    if (!takes || sayTheSame(back, this.#states.to, item, this.#states.now)) {
      this.#want(item, item)
      return
    }
    if (left === undefined) {
      this.#want(item, item)
      this.#keep(item, 'it was gone, is there again, and differs')
      return
    }
    if (sayTheSame(back, this.#states.to, left, this.#states.from)) this.#want(item, item)
    else if (isContent(item.kind)) this.#decideContent(item, back)
    else this.#decideFields(item, back, left)
  }

  /** Its fields and its body are one: a writer puts back both. */
  #decideContent(item: StateItem, back: StateItem): void {
    if (this.#isAsLeft(item)) {
      this.#want(back, item)
      this.#changed.add(nameOf(item))
      return
    }
    this.#want(item, item)
    this.#keep(item, 'it was changed since')
  }

  #decideFields(item: StateItem, back: StateItem, left: StateItem): void {
    const states = { to: saidBy(back), from: saidBy(left), now: saidBy(item) }
    const merged = mergeFields(states, this.#request.effects.fields(item))
    const fields = Object.keys(merged.back).map(key => [key, back.json[key]] as const)
    if (merged.kept.length > 0) this.#keep(item, `${merged.kept.join(', ')} changed since`)
    if (fields.length === 0) {
      this.#want(item, item)
      return
    }
    this.#want({ ...item, json: { ...item.json, ...Object.fromEntries(fields) } }, item)
    this.#changed.add(nameOf(item))
  }

  /** It is not there now. */
  #decideGone(item: StateItem): void {
    if (!hasMeaning(item.kind) || isTree(item.kind) || !this.#request.effects.has(item)) return
    const { to, from } = this.#states
    const left = this.#at('from', item)
    if (left !== undefined) {
      if (!sayTheSame(item, to, left, from)) this.#keep(item, 'it was removed since')
      return
    }
    if (isHistory(item) || this.#request.isBack(item)) return
    if (item.parent !== null && !this.#wanted.has(nameOf(item.parent))) {
      this.#keep(item, `its ${item.parent.kind} was removed since`)
      return
    }
    this.#want(item, item)
    this.#changed.add(nameOf(item))
  }

  /** `wanted`: so far, by what they stand under. */
  #decideTree(item: StateItem, wanted: ReadonlyMap<StateItem | null, readonly StateItem[]>): void {
    const { to, from, now } = this.#states
    const owner = item.parent === null ? undefined : this.#wanted.get(nameOf(item.parent))
    if (owner === undefined || this.#wanted.has(nameOf(item))) return
    const [back, left, there] = [to, from, now].map(state => state.at(item.kind, item.path))
    if (back === undefined || left === undefined || there === undefined) {
      this.#want(there ?? item, item)
      if (there === undefined) this.#changed.add(nameOf(item))
      return
    }
    if (!this.#request.effects.tree(there)) {
      this.#want(there, there)
      return
    }
    const kinds = NODES.map(kind => kindUnder(owner.kind, kind))
    const nodes = (wanted.get(owner) ?? []).filter(node => kinds.includes(node.kind))
    const trees = { to: branchesOf(back), from: branchesOf(left), now: branchesOf(there) }
    const { pages, moved, kept } = mergeTree(trees, new Set(nodes.map(node => node.id)))
    // The revision that pages can be put back from is that of the first state.
    this.#want({ ...there, json: { ...there.json, id: back.json.id, pages } }, there)
    for (const node of nodes) if (moved.has(node.id)) this.#changed.add(nameOf(node))
    if (moved.size > 0) this.#changed.add(nameOf(there))
    for (const node of nodes) if (kept.includes(node.id)) this.#keep(node, 'it was moved since')
  }

  #at(which: keyof ThreeStates<unknown>, { kind, path }: StateItem): StateItem | undefined {
    return this.#states[which].at(kind, path)
  }

  /** Under what is wanted of its parent. */
  #want(said: StateItem, place: StateItem): void {
    const parent = place.parent === null ? null : this.#wanted.get(nameOf(place.parent))
    if (parent === undefined) return
    const { kind, id, path } = place
    this.#wanted.set(nameOf(place), makeItem({ kind, id, path }, said, parent))
  }

  #keep(item: StateItem, reason: string): void {
    this.#kept.push({ ...aboutOf(item), reason: `${reason}: it stays as it is` })
  }

  #roots(): StateItem[] {
    const isBelow = (item: StateItem) => {
      for (let ancestor = item.parent; ancestor !== null; ancestor = ancestor.parent)
        if (this.#removed.has(nameOf(ancestor))) return true
      return false
    }
    return [...this.#removed.values()].filter(item => !isBelow(item))
  }
}

/** Its JSON is read when it is asked for. */
function makeItem(
  name: Pick<StateItem, 'kind' | 'id' | 'path'>,
  said: StateItem,
  parent: StateItem | null,
): StateItem {
  return {
    ...name,
    parent,
    resource: said.resource,
    get json() {
      return said.json
    },
  }
}

function subtreesOf(nodes: readonly TreeNode[]): ReadonlyMap<StateItem, StateItem[]> {
  return new Map(
    [...walkTree(nodes)].map(node => [node.item, [...walkTree(node.below)].map(below => below.item)]),
  )
}

/** A merged change request is what was, as a revision is: nothing takes it away. */
function isHistory(item: StateItem): boolean {
  for (let current: StateItem | null = item; current !== null; current = current.parent)
    if (current.kind === 'change-request' && current.json.status === 'merged') return true
  return false
}

function branchesOf({ json }: StateItem): Branch[] {
  const branch = (value: unknown): Branch[] => {
    const fields = recordOf(value)
    const id = textOf(fields?.id)
    return id === null ? [] : [{ id, pages: listOf(fields?.pages).flatMap(branch) }]
  }
  return listOf(json.pages).flatMap(branch)
}
