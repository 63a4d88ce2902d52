/**
 * Reads the scopes of one group under one parent, completely or not at all.
 *
 * A reading that met the platform moving on is repeated (stored bodies are not fetched again); one that is cut,
 * shrunken or refused becomes gaps, and its scopes keep the versions of the base. Before an item that a list no longer
 * has is recorded as removed, the platform is asked for it; where it cannot be asked, a second listing must agree.
 */

import pMap from 'p-map'
import { giveWay } from '../model/give-way.ts'
import { NotFound } from '../platform/errors.ts'
import { makeHold } from '../platform/room.ts'
import type { ChangeToken, Item, ReadContext, Resource, Unreadable } from '../resources/resource.ts'
import { recordAbsence } from './absence.ts'
import { withWitness } from './agreement.ts'
import { type Families, getBodies } from './bodies.ts'
import { BudgetExhausted } from './budget.ts'
import { collect } from './collect.ts'
import { noteResult } from './followers.ts'
import {
  type Cause,
  type Cut,
  causeOf,
  mayPass,
  recordGap,
  recordItemGap,
  recordScopeGap,
  recordUnreadable,
} from './gap.ts'
import { type ChangedItems, type Group, type GroupItem, isAnyUnder } from './group.ts'
import { noteNode } from './note-node.ts'
import { OpenScope, type OpenScopes } from './open-scope.ts'
import { OperationAbsent } from './operation-absent.ts'
import type { ParentNode } from './parent-node.ts'
import { passingOver } from './pass-over.ts'
import { makeReadContext } from './read-context.ts'
import { Removals } from './removals.ts'
import type { BackupSession } from './session.ts'
import { storeIncomplete, storeItem } from './store-item.ts'
import { unreadableOf } from './unreadable-parts.ts'
import { WholeList } from './whole-list.ts'

/**
 * Entries of a list at work for each request that may be in flight: while one is stored, another's request is on its
 * way. How many are in flight is the pacer's to say.
 */
const ENTRIES_PER_REQUEST = 3

/** More that are missing beside items that could not be read make the whole list a gap. */
const MOST_UNSURE = 100

/** Answers the resources that were listed, for the scopes below them; none when the group is a gap. */
export async function readGroup(
  session: BackupSession,
  group: Group,
  parent: ParentNode | null,
  token: ChangeToken | null,
): Promise<ParentNode[]> {
  const { report, organization, settings } = session.context
  report({ type: 'scope', kind: group.head.kind, parent: parent?.title ?? organization.title })
  let missingBefore: string | null = null
  for (let round = 1; ; round++) {
    const reading = new Reading(session, group, parent, token)
    const cut = await reading.readAll()
    if (cut && parent === null) throw cut.error
    if (cut?.error instanceof OperationAbsent) return reading.leaveOut(cut.error)
    if (cut && (round > 1 || !cut.mayPass)) return reading.giveUp(cut.cause)
    // One answer names all or nothing: another could not but agree.
    const missing = group.atomic ? '' : reading.missingIds()
    const agreed = missing === '' || missing === missingBefore
    const settled =
      !cut && (group.atomic ? reading.stale.length === 0 : agreed || (await reading.knowsMissing()))
    if (!cut && (settled || round >= settings.rounds)) return reading.conclude(settled)
    missingBefore = missing
    reading.discard()
  }
}

/** An item whose bodies could not be read. */
interface FailedItem {
  entry: GroupItem
  cause: Cause
}

class Reading {
  readonly stale: FailedItem[] = []
  readonly #session: BackupSession
  readonly #group: Group
  readonly #parent: ParentNode | null
  readonly #readContext: ReadContext
  readonly #scopes: OpenScopes
  readonly #removals: Removals
  readonly #families: Families = new Map()
  readonly #nodes: ParentNode[] = []
  readonly #hold = makeHold()
  readonly #failed: FailedItem[] = []
  #token: string | null

  constructor(session: BackupSession, group: Group, parent: ParentNode | null, token: ChangeToken | null) {
    const { context, knowledge } = session
    const { head, members } = group
    const open = (resource: Resource) => new OpenScope(context.writer, resource, parent)
    this.#session = session
    this.#group = group
    this.#parent = parent
    this.#token = token?.value ?? null
    this.#readContext = makeReadContext(context, knowledge, head, parent)
    this.#scopes = [open(head), ...members.slice(1).map(open)]
    this.#removals = new Removals(session, group, this.#readContext, this.#scopes)
  }

  /** Null when every item was seen; a cause when the listing itself was cut. */
  async readAll(): Promise<Cut | null> {
    const { context } = this.#session
    const concurrency = context.settings.concurrency * ENTRIES_PER_REQUEST
    const changed = this.#group.atomic ? await this.#gather() : undefined
    const list = new WholeList(
      this.#group.items(context.platform, { ...this.#readContext, hold: this.#hold }, changed),
    )
    try {
      await pMap(list, entry => this.#readEntry(entry), { concurrency, stopOnError: true })
      list.assertWhole()
      return null
    } catch (error) {
      const unreadable = unreadableOf(this.#group, error)
      if (unreadable !== null && this.#leaveOut(unreadable)) return null
      if (error instanceof OperationAbsent) {
        return { error, cause: { class: 'not-found', message: error.message }, mayPass: false }
      }
      return { error, cause: causeOf(context, error), mayPass: mayPass(error) }
    } finally {
      this.#hold.leave()
    }
  }

  async #gather(): Promise<ChangedItems | undefined> {
    for (const { writer } of this.#scopes) await writer.gather()
    return this.#parent === null ? undefined : passingOver(this.#session, this.#parent, this.#scopes)
  }

  /** The others count; what is missing besides may be among those that could not be read. */
  #leaveOut(unreadable: ReadonlyMap<Resource, Unreadable>): boolean {
    if (this.#parent === null) return false
    const affected = [...unreadable].map(([resource, found]) => {
      const scope = this.#scopeOf(resource)
      return { scope, unsure: scope.leaveOut(found).unsure }
    })
    if (affected.reduce((sum, { unsure }) => sum + unsure.length, 0) > MOST_UNSURE) return false
    for (const { scope } of affected) scope.keepLeftOut()
    return true
  }

  missingIds(): string {
    return this.#scopes.flatMap(scope => scope.missingIds()).join()
  }

  /** False when another listing has to agree that they are gone. */
  knowsMissing(): Promise<boolean> {
    return this.#removals.areKnown()
  }

  async conclude(settled: boolean): Promise<ParentNode[]> {
    if (!settled && !this.#group.atomic) {
      return this.giveUp({
        class: 'truncated',
        message: 'each listing named other items than the one before',
      })
    }
    const cause = await this.#removals.causeAgainstAll()
    if (cause) return this.giveUp(cause)
    this.#recordGaps()
    const isLeftOut = this.#scopes.some(({ leftOut }) => leftOut !== null)
    const whole = this.#failed.length + this.stale.length === 0 && !isLeftOut
    for (const scope of this.#scopes) await this.#finish(scope, whole)
    return this.#nodes
  }

  leaveOut({ absence }: OperationAbsent): ParentNode[] {
    this.discard()
    const { context, record } = this.#session
    const [parent, resource] = [this.#parent, this.#group.head]
    if (parent && 'list' in resource) recordAbsence(context, record, { resource, parent, absence })
    return []
  }

  giveUp(cause: Cause): ParentNode[] {
    const { context } = this.#session
    this.discard()
    const [{ scope }] = this.#scopes
    if (scope) recordGap(context, this.#group, scope.parent, withWitness(context, scope, cause))
    return []
  }

  discard(): void {
    for (const { writer } of this.#scopes) writer.discard()
  }

  #scopeOf(resource: Resource): OpenScope {
    const scope = this.#scopes.find(open => open.resource === resource)
    if (!scope) throw new Error(`no scope for ${resource.kind}`)
    return scope
  }

  async #readEntry(entry: GroupItem): Promise<void> {
    const { context, knowledge } = this.#session
    const { resource, item } = entry
    const scope = this.#scopeOf(resource)
    await giveWay()
    context.signal?.throwIfAborted()
    const exhausted = this.#parent === null ? null : context.budget.exhausted()
    if (exhausted !== null) throw new BudgetExhausted(exhausted)
    scope.count++
    this.#token = entry.readContext.sourceToken ?? this.#furthest(resource, item)
    if (entry.followedBy) context.report({ type: 'expect', count: entry.followedBy })
    const key = await this.#tryStore(entry, scope)
    // The answer is stored, and its parts are kept apart from it.
    if (this.#group.atomic && resource === this.#group.head) this.#hold.leave()
    const node = key === null ? null : noteNode(knowledge, key, entry, this.#parent)
    // Nothing is held for the sake of what has nothing below it.
    if (node && isAnyUnder(context.resources, resource.kind)) this.#nodes.push(node)
    context.report({ type: 'done', kind: resource.kind })
  }

  #furthest(resource: Resource, item: Item): string | null {
    const position = 'list' in resource ? resource.positionOf?.(item) : undefined
    return position === undefined || (this.#token ?? '') > position ? this.#token : position
  }

  /** Null when the item's own bodies could not be read: its version in the base stays. */
  async #tryStore(entry: GroupItem, scope: OpenScope): Promise<number | null> {
    const { context, knowledge } = this.#session
    const { resource, item } = entry
    const parent = this.#parent
    try {
      resource.observe?.(item, knowledge.notes)
      collect(knowledge, resource, item)
      const bodies = parent ? await getBodies(this.#session, entry, parent, this.#families) : { parts: [] }
      // Those of several items may have come in this turn.
      await giveWay()
      if (bodies !== 'stale') return await storeItem(this.#session, scope, entry, bodies.parts)
      const message = 'its body moved on during every reading'
      this.stale.push({ entry, cause: { class: 'fuzzy', message } })
    } catch (error) {
      const failure = { entry, cause: causeOf(context, error) }
      if (error instanceof NotFound && this.#group.atomic) this.stale.push(failure)
      else this.#failed.push(failure)
    }
    if (this.#group.grows && parent) await storeIncomplete(this.#session, scope, entry)
    scope.writer.keep(resource.id(item))
    return null
  }

  #recordGaps(): void {
    const { context } = this.#session
    const parent = this.#parent
    if (parent === null) return
    for (const { entry, cause } of [...this.#failed, ...this.stale])
      recordItemGap(context, { resource: entry.resource, parent }, entry.item, cause)
    for (const { resource, leftOut } of this.#scopes)
      if (leftOut !== null) recordUnreadable(context, { resource, parent }, leftOut)
  }

  async #finish(open: OpenScope, whole: boolean): Promise<void> {
    const { context, knowledge } = this.#session
    const cause = await this.#removals.causeAgainst(open)
    if (open.scope && cause !== null) {
      open.writer.discard()
      recordScopeGap(context, open.scope, cause)
      return
    }
    // An empty source is believed where there is nothing to compare it with, but not for longer than one run.
    const isEmptySource = this.#group.atomic && this.#scopes.slice(1).every(({ count }) => count === 0)
    const token = whole && !isEmptySource ? this.#token : null
    const result = await open.writer.finish({ token, exact: whole })
    noteResult(knowledge, open.resource, this.#parent, result)
  }
}
