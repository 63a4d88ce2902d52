/**
 * Which object of the target is which of the source: by id where that can still be alive, by what earlier restores
 * made, else by natural keys under parents that match. Each target is taken once; nothing is guessed.
 */

import { setImmediate as turn } from 'node:timers/promises'
import type { Fields } from '../../model/fields.ts'
import { giveWay } from '../../model/give-way.ts'
import type { Kind } from '../../model/resource.ts'
import type { RestoredId } from '../../model/restore-journal.ts'
import type { Page } from '../../platform/operations/content-shapes.ts'
import { CONTENT, kindInSpace, kindUnder, NODES } from '../../resources/drafts.ts'
import { ACCOUNT, MEMBERSHIP, PERSON_KINDS } from '../../resources/people.ts'
import { matchContent } from '../content/target-tree.ts'
import { restorers } from '../kinds/index.ts'
import { emailOf } from '../kinds/member.ts'
import type { Restorer } from '../kinds/restorer.ts'
import type { Scratches } from '../scratch.ts'
import { type OrganizationState, type StateItem, type TreeNode, treeOf } from '../state.ts'
import { EarlierIds } from './earlier-ids.ts'
import { IdTable, type MapId, sameId } from './ids.ts'
import { Pairs } from './pairs.ts'

export interface Matches {
  ids: IdTable
  /** What stands for a source item in the target now. */
  target(item: StateItem): StateItem | null
  /** The source item that one of the target stands for. */
  source(there: StateItem): StateItem | null
  /** Whether it stands for any; reads none. */
  isTaken(there: StateItem): boolean
  map: MapId
  /** Source items that something stands for already, and that are to be made beside it. */
  copies: ReadonlySet<StateItem>
}

export interface MatchRequest {
  source: OrganizationState
  target: OrganizationState
  /** What earlier restores made, the newest last. */
  known: Iterable<RestoredId>
  /** The run at work, if there is one. */
  run: number | null
  /** Source path of a space → target id that it goes into. */
  into?: readonly [string, string]
  /** Matched by nothing but what the run at work made of them. */
  copies?: ReadonlySet<StateItem>
  /**
   * The target as it was when the run began: what was there then is matched by nothing but its path. For a source that
   * is a state of the target itself.
   */
  begun?: OrganizationState
  /** Closed by whoever opened it, when the matches are not asked any more. */
  scratches: Scratches
}

const DRAFT = 'change-request'
const CONTENT_OWNERS = ['space', DRAFT] as const

/** With a turn for others after each owner: within one, nothing is forgotten that was remembered weakly. */
export async function matchStates(request: MatchRequest): Promise<Matches> {
  const matching = new Matching(request)
  await matching.run()
  return matching
}

class Matching implements Matches {
  readonly ids: IdTable
  readonly map: MapId
  readonly copies: ReadonlySet<StateItem>
  readonly #request: Omit<MatchRequest, 'known' | 'scratches'>
  readonly #found: Pairs
  readonly #earlier: EarlierIds
  readonly #home: boolean

  constructor({ known, scratches, ...request }: MatchRequest) {
    const content = scratches.open()
    this.ids = new IdTable(content)
    this.#found = new Pairs(request.source, request.target, content)
    this.#request = request
    this.copies = request.copies ?? new Set()
    this.#home = request.source.organization.id === request.target.organization.id
    this.#earlier = new EarlierIds(known, content)
    this.map = (kind, id) => this.ids.id(kind, id) ?? (kind === 'openapi-spec' ? id : null)
  }

  target(item: StateItem): StateItem | null {
    return this.#found.of(item) ?? null
  }

  source(there: StateItem): StateItem | null {
    return this.#found.takenFor(there) ?? null
  }

  isTaken(there: StateItem): boolean {
    return this.#found.isTaken(there)
  }

  async run(): Promise<void> {
    const { source, target } = this.#request
    this.#take(source.organization, target.organization)
    this.#matchPeople()
    for (const restorer of restorers) {
      if (restorer.kind === 'organization') continue
      this.#matchKind(restorer)
      if (CONTENT_OWNERS.some(kind => kind === restorer.kind)) await this.#matchContents(restorer.kind)
    }
  }

  /** By address; on the same platform also by id. */
  #matchPeople(): void {
    const { source, target } = this.#request
    const there = new Map<string, string>()
    for (const item of peopleOf(target)) {
      const email = addressOf(item)
      if (email !== null) there.set(email, item.id)
    }
    const present = new Set(peopleOf(target).map(person => person.id))
    for (const item of peopleOf(source)) {
      const email = addressOf(item)
      const byEmail = email === null ? undefined : there.get(email)
      const id = byEmail ?? (this.#home && present.has(item.id) ? item.id : undefined)
      if (id !== undefined) this.ids.set(ACCOUNT, item.path, id, false)
    }
  }

  #matchKind(restorer: Restorer): void {
    const { source } = this.#request
    const items = source.list(restorer.kind).filter(item => item.parent && this.#found.has(item.parent))
    for (const item of this.copies) if (item.kind === restorer.kind) this.#try(item, this.#byRun(item))
    for (const criterion of [this.#byChoice, this.#byRecord, this.#byId])
      for (const item of items) if (!this.copies.has(item)) this.#try(item, criterion.call(this, item))
    const byKey = new Map<StateItem, Map<string, StateItem[]>>()
    for (const item of items) {
      if (this.#found.has(item) || this.copies.has(item)) continue
      const parent = item.parent ? this.#found.of(item.parent) : undefined
      const key = restorer.key?.(item, this.map, source) ?? null
      if (parent === undefined || key === null) continue
      const index = byKey.get(parent) ?? this.#index(restorer, parent)
      byKey.set(parent, index)
      const free = index.get(key)?.find(candidate => !this.#found.isTaken(candidate))
      this.#tryAlike(item, free ?? null)
    }
  }

  #index(restorer: Restorer, parent: StateItem): Map<string, StateItem[]> {
    const index = new Map<string, StateItem[]>()
    for (const item of this.#request.target.list(restorer.kind, parent)) {
      const key = restorer.key?.(item, sameId, this.#request.target) ?? null
      if (key !== null) index.set(key, [...(index.get(key) ?? []), item])
    }
    return index
  }

  #byChoice(item: StateItem): StateItem | null {
    const [path, id] = this.#request.into ?? []
    return item.kind === 'space' && item.path === path ? this.#inTarget('space', id ?? '', item) : null
  }

  #byRecord(item: StateItem): StateItem | null {
    const row = this.#earlier.of(item.kind, item.path)
    return row === undefined ? null : this.#inTarget(item.kind, row.target, item)
  }

  #byRun(item: StateItem): StateItem | null {
    const row = this.#earlier.of(item.kind, item.path)
    return row?.run === this.#request.run ? this.#byRecord(item) : null
  }

  #byId(item: StateItem): StateItem | null {
    return this.#home ? this.#inTarget(item.kind, item.id, item) : null
  }

  /** Called the same, or with the same content. */
  #tryAlike(item: StateItem, target: StateItem | null): void {
    const { begun } = this.#request
    const isOld = (candidate: StateItem) => begun?.at(candidate.kind, candidate.path) !== undefined
    if (target !== null && !isOld(item) && !isOld(target)) this.#try(item, target)
  }

  #inTarget(kind: Kind, id: string, item: StateItem): StateItem | null {
    const parent = item.parent ? this.#found.of(item.parent) : undefined
    if (parent === undefined) return null
    return this.#request.target.at(kind, parent.path === '' ? id : `${parent.path}/${id}`) ?? null
  }

  #try(item: StateItem, target: StateItem | null): void {
    if (target === null || this.#found.has(item) || this.#found.isTaken(target)) return
    this.#take(item, target)
  }

  #take(item: StateItem, target: StateItem): void {
    const row = this.#earlier.of(item.kind, item.path)
    const made = row?.run === this.#request.run && row?.made === true && row.target === target.id
    this.#found.add(item, target)
    this.ids.set(item.kind, item.path, target.id, made)
    if (item.kind === MEMBERSHIP) this.ids.set(ACCOUNT, item.id, target.id, made)
  }

  async #matchContents(kind: Kind): Promise<void> {
    for (const owner of this.#request.source.list(kind)) {
      const there = this.#found.of(owner)
      if (!there) continue
      await turn()
      await this.#matchOwner(owner, there)
    }
  }

  async #matchOwner(owner: StateItem, there: StateItem): Promise<void> {
    const { source, target } = this.#request
    const { kind } = owner
    let isAnyOpen = false
    for (const contentKind of CONTENT)
      for (const item of source.list(kindUnder(kind, contentKind), owner)) {
        await giveWay()
        this.#try(item, this.#byRecord(item) ?? this.#groupAsPage(item))
        this.#try(item, this.#byId(item))
        this.#try(item, this.#bySpace(item))
        isAnyOpen ||= !this.#found.has(item)
      }
    // Most spaces are as they were: nobody has to look at what their pages are called.
    if (!isAnyOpen) return
    const known = (item: StateItem) => this.#found.of(item)?.id
    const content = await contentOf(target, there)
    await giveWay()
    const { pages, files, contents } = matchContent(source, owner, content, {
      known,
      ...(kind === DRAFT && there.parent ? { ofSpace: pagesOf(target, there.parent) } : {}),
    })
    for (const [item, json] of [...pages, ...files, ...contents]) {
      await giveWay()
      const isGroup = kindInSpace(item.kind) === 'page-group'
      const kinds = isGroup ? [item.kind, kindUnder(kind, 'page')] : [item.kind]
      for (const targetKind of kinds)
        this.#tryAlike(item, target.at(targetKind, `${there.path}/${json.id}`) ?? null)
    }
  }

  /** A draft has what its space has, under the same ids. */
  #bySpace(item: StateItem): StateItem | null {
    const space = item.parent?.kind === DRAFT ? item.parent.parent : null
    const main = space && this.#request.source.at(kindInSpace(item.kind), `${space.path}/${item.id}`)
    const there = main ? this.#found.of(main) : undefined
    return there === undefined ? null : this.#inTarget(kindUnder(DRAFT, there.kind), there.id, item)
  }

  /** Where groups cannot be made, a page stands for one. */
  #groupAsPage(item: StateItem): StateItem | null {
    if (kindInSpace(item.kind) !== 'page-group') return null
    const row = this.#earlier.of(item.kind, item.path)
    const page = kindUnder(item.parent?.kind ?? 'space', 'page')
    return row === undefined ? null : this.#inTarget(page, row.target, item)
  }
}

function peopleOf(state: OrganizationState): readonly StateItem[] {
  return PERSON_KINDS.flatMap(kind => state.list(kind))
}

function addressOf(item: StateItem): string | null {
  return item.kind === ACCOUNT ? textEmail(item.json) : emailOf(item)
}

function textEmail({ email }: Fields): string | null {
  return typeof email === 'string' ? email.toLowerCase() : null
}

function pagesOf(state: OrganizationState, space: StateItem): ReadonlySet<string> {
  return new Set(NODES.flatMap(kind => state.list(kind, space)).map(item => item.id))
}

/** The content of a space of a snapshot, in the form in which the platform gives it. */
export async function contentOf(state: OrganizationState, owner: StateItem) {
  const pagesOf = async (nodes: readonly TreeNode[]): Promise<Page[]> => {
    const pages: Page[] = []
    for (const { item, below } of nodes) {
      await giveWay()
      const { id, json } = item
      pages.push({ ...json, id, title: String(json.title), pages: await pagesOf(below) })
    }
    return pages
  }
  return {
    pages: await pagesOf(treeOf(state, owner)),
    files: state.list(kindUnder(owner.kind, 'file'), owner).map(({ id, json }) => ({
      ...json,
      id,
      name: String(json.name),
      size: Number(json.size),
      downloadURL: '',
    })),
    reusableContents: state
      .list(kindUnder(owner.kind, 'reusable-content'), owner)
      .map(({ id, json }) => ({ ...json, id, title: String(json.title) })),
  }
}
