/**
 * Reads the scopes of one group under one parent, completely or not at all.
 *
 * A reading that met the platform moving on is repeated (stored bodies are not fetched again); one that is cut,
 * shrunken or refused becomes gaps, and its scopes keep the versions of the base. Before an item that a list no longer
 * has is recorded as removed, the platform is asked for it; where it cannot be asked, a second listing must agree.
 */
import pMap from 'p-map'
import { NotFound } from '../platform/errors.ts'
import { makeHold } from '../platform/room.ts'
import type { ChangeToken, Item, Place, Resource, Unreadable } from '../resources/resource.ts'
import type { ScopeWriter } from '../vault/vault.ts'
import { recordAbsence } from './absence.ts'
import { ALLOW_SHRINK, shrunkenUnlessAgreed, withWitness } from './agreement.ts'
import { askForMissing, type Verdict } from './ask-for-missing.ts'
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
import { type Group, type GroupItem, kindsUnder } from './group.ts'
import { OperationAbsent } from './operation-absent.ts'
import type { ParentNode } from './parent-node.ts'
import { makePlace, placedAs } from './place.ts'
import type { BackupRun } from './run.ts'
import { storeIncomplete, storeItem } from './store-item.ts'
import { type LeftOutItems, unreadableOf } from './unreadable-parts.ts'
import { WholeList } from './whole-list.ts'

/** More that are missing beside items that could not be read make the whole list a gap. */
const MOST_UNSURE = 100

/** Answers the resources that were listed, for the scopes below them; none when the group is a gap. */
export async function readGroup(
  run: BackupRun,
  group: Group,
  parent: ParentNode | null,
  token: ChangeToken | null,
): Promise<ParentNode[]> {
  run.report({ type: 'scope', kind: group.head.kind, parent: parent?.title ?? run.organization.title })
  let missingBefore: string | null = null
  for (let round = 1; ; round++) {
    const reading = new Reading(run, group, parent, token)
    const cut = await reading.readAll()
    if (cut && parent === null) throw cut.error
    if (cut?.error instanceof OperationAbsent) return reading.leaveOut(cut.error)
    if (cut && (round > 1 || !cut.mayPass)) return reading.giveUp(cut.cause)
    const missing = reading.missingIds()
    const agreed = missing === '' || missing === missingBefore
    const settled =
      !cut && (group.atomic ? reading.stale.length === 0 : agreed || (await reading.knowsMissing()))
    if (!cut && (settled || round >= run.settings.rounds)) return reading.conclude(settled)
    missingBefore = missing
    reading.discard()
  }
}

class Reading {
  readonly stale: { one: GroupItem; cause: Cause }[] = []
  readonly #run: BackupRun
  readonly #group: Group
  readonly #parent: ParentNode | null
  readonly #scopes = new Map<Resource, ScopeWriter>()
  readonly #counts = new Map<Resource, number>()
  readonly #families: Families = new Map()
  readonly #placed: ParentNode[] = []
  readonly #hold = makeHold()
  readonly #failed: { one: GroupItem; cause: Cause }[] = []
  readonly #leftOut = new Map<Resource, LeftOutItems>()
  #token: string | null
  #verdict: Verdict | undefined

  constructor(run: BackupRun, group: Group, parent: ParentNode | null, token: ChangeToken | null) {
    this.#run = run
    this.#group = group
    this.#parent = parent
    this.#token = token?.value ?? null
    for (const resource of group.members) {
      this.#scopes.set(resource, run.writer.scope(parent?.key ?? null, resource.kind))
    }
  }

  /** Null when every item was seen; a cause when the listing itself was cut. */
  async readAll(): Promise<Cut | null> {
    const { concurrency } = this.#run.settings
    const list = new WholeList(this.#group.items(this.#run.platform, this.#place()))
    try {
      await pMap(list, one => this.#readOne(one), { concurrency, stopOnError: true })
      list.assertWhole()
      return null
    } catch (error) {
      const unreadable = unreadableOf(this.#group, error)
      if (unreadable !== null && this.#leaveOut(unreadable)) return null
      if (error instanceof OperationAbsent) {
        return { error, cause: { class: 'not-found', message: error.message }, mayPass: false }
      }
      return { error, cause: causeOf(this.#run, error), mayPass: mayPass(error) }
    } finally {
      this.#hold.leave()
    }
  }

  /** The others count; what is missing besides may be among those that could not be read. */
  #leaveOut(unreadable: ReadonlyMap<Resource, Unreadable>): boolean {
    if (this.#parent === null) return false
    let unsureCount = 0
    for (const [resource, { items, within, mayBe }] of unreadable) {
      const known = new Set(items.map(item => item.id))
      const missing = this.#scopes.get(resource)?.missing() ?? []
      const unsure = missing.map(one => one.id).filter(id => !known.has(id) && mayBe(id))
      unsureCount += unsure.length
      this.#leftOut.set(resource, { items, within, unsure })
    }
    if (unsureCount > MOST_UNSURE) return false
    for (const [resource, { items, unsure }] of this.#leftOut) {
      const kept = [...items.flatMap(({ id }) => id ?? []), ...unsure]
      for (const id of kept) this.#scopes.get(resource)?.keep(id)
      this.#counts.set(resource, this.#countOf(resource) + kept.length)
    }
    return true
  }

  missingIds(): string {
    return [...this.#scopes.values()].flatMap(scope => scope.missing().map(one => one.id)).join()
  }

  /** False when another listing has to agree that they are gone. */
  async knowsMissing(): Promise<boolean> {
    const { grows, isGone, head } = this.#group
    const scope = this.#scopes.get(head)
    if (grows || (scope && this.#isShrunken(head, scope))) return true
    if (!isGone || !scope) return false
    this.#verdict = await askForMissing(this.#run, this.#group, this.#parent, scope)
    return this.#verdict !== 'unsure'
  }

  async conclude(settled: boolean): Promise<ParentNode[]> {
    if (!settled && !this.#group.atomic) {
      return this.giveUp({
        class: 'truncated',
        message: 'each listing named other items than the one before',
      })
    }
    const cause = await this.#causeAgainstRemoval()
    if (cause) return this.giveUp(cause)
    const [run, parent] = [this.#run, this.#parent]
    for (const { one, cause } of [...this.#failed, ...this.stale])
      if (parent) recordItemGap(run, one.resource, one.item, parent, cause)
    for (const [resource, leftOut] of this.#leftOut)
      if (parent) recordUnreadable(run, resource, parent, leftOut)
    const whole = this.#failed.length + this.stale.length + this.#leftOut.size === 0
    for (const [resource, scope] of this.#scopes) await this.#finish(resource, scope, whole)
    return this.#placed
  }

  leaveOut({ absence }: OperationAbsent): ParentNode[] {
    this.discard()
    const { head } = this.#group
    if (this.#parent && 'list' in head) recordAbsence(this.#run, head, this.#parent, absence)
    return []
  }

  giveUp(cause: Cause): ParentNode[] {
    const [run, group, parent] = [this.#run, this.#group, this.#parent]
    this.discard()
    if (parent) recordGap(run, group, parent, withWitness(run, group, parent, cause))
    return []
  }

  discard(): void {
    for (const scope of this.#scopes.values()) scope.discard()
  }

  #place(): Place {
    return { ...makePlace(this.#run, this.#group.head.kind, this.#parent), hold: this.#hold }
  }

  async #readOne(one: GroupItem): Promise<void> {
    const { resource, item } = one
    const scope = this.#scopes.get(resource)
    if (!scope) throw new Error(`no scope for ${resource.kind}`)
    this.#run.signal?.throwIfAborted()
    const exhausted = this.#parent === null ? null : this.#run.budget.exhausted()
    if (exhausted !== null) throw new BudgetExhausted(exhausted)
    this.#counts.set(resource, (this.#counts.get(resource) ?? 0) + 1)
    this.#token = one.place.sourceToken ?? this.#furthest(resource, item)
    if (one.followedBy) this.#run.report({ type: 'expect', count: one.followedBy })
    const key = await this.#tryStore(one, scope)
    // The answer is stored, and its parts are kept apart from it.
    if (this.#group.atomic && resource === this.#group.head) this.#hold.leave()
    const placed = key === null ? null : placedAs(this.#run, key, one, this.#parent)
    // Nothing is held for the sake of what has nothing below it.
    if (placed && kindsUnder(this.#run.resources, resource.kind).length > 0) this.#placed.push(placed)
    this.#run.report({ type: 'done', kind: resource.kind })
  }

  #furthest(resource: Resource, item: Item): string | null {
    const position = 'list' in resource ? resource.positionOf?.(item) : undefined
    return position === undefined || (this.#token ?? '') > position ? this.#token : position
  }

  /** Null when the item's own bodies could not be read: its version in the base stays. */
  async #tryStore(one: GroupItem, scope: ScopeWriter): Promise<number | null> {
    const parent = this.#parent
    try {
      one.resource.observe?.(one.item, this.#run.notes)
      collect(this.#run, one.resource, one.item)
      const bodies = parent ? await getBodies(this.#run, one, parent, this.#families) : { parts: [] }
      if (bodies !== 'stale') return await storeItem(this.#run, scope, one, parent, bodies.parts)
      this.stale.push({ one, cause: { class: 'fuzzy', message: 'its body moved on during every reading' } })
    } catch (error) {
      const failure = { one, cause: causeOf(this.#run, error) }
      if (error instanceof NotFound && this.#group.atomic) this.stale.push(failure)
      else this.#failed.push(failure)
    }
    if (this.#group.grows && parent) await storeIncomplete(this.#run, scope, one, parent)
    scope.keep(one.resource.id(one.item))
    return null
  }

  async #causeAgainstRemoval(): Promise<Cause | null> {
    if (this.#group.grows) return this.#keepUnnamed()
    if (this.#group.atomic) return this.#causeAgainstEmptySource()
    const { head, isGone } = this.#group
    const scope = this.#scopes.get(head)
    if (!scope || this.#isShrunken(head, scope)) return null
    if (!isGone) return this.#causeAgainstEmptiness(head, scope)
    const verdict = this.#verdict ?? (await askForMissing(this.#run, this.#group, this.#parent, scope))
    if (verdict === 'unsure') return this.#causeAgainstEmptiness(head, scope)
    return verdict === 'gone' ? null : verdict
  }

  #keepUnnamed(): null {
    for (const scope of this.#scopes.values()) for (const { id } of scope.missing()) scope.keep(id)
    return null
  }

  async #causeAgainstEmptiness(head: Resource, scope: ScopeWriter): Promise<Cause | null> {
    if (this.#run.settings.shrinkGuardPercent === 0) return null
    const emptied = this.#countOf(head) === 0 && scope.baseCount() > 0
    if (!emptied || this.#group.mayBeEmpty(this.#place().parent)) return null
    return this.#causeUnlessAgreed(head, scope, `an empty list where there were ${scope.baseCount()}`)
  }

  async #causeUnlessAgreed(head: Resource, scope: ScopeWriter, message: string): Promise<Cause | null> {
    const missing = scope.missing().map(one => one.id)
    return shrunkenUnlessAgreed(this.#run, this.#group, this.#parent, { kind: head.kind, missing, message })
  }

  /** The last file may go; a space that had content and has none at all is not believed. */
  #causeAgainstEmptySource(): Cause | null {
    const [, ...contents] = this.#group.members
    const before = contents.reduce((sum, resource) => sum + (this.#scopes.get(resource)?.baseCount() ?? 0), 0)
    if (this.#countOfContents() > 0 || before === 0 || this.#run.settings.shrinkGuardPercent === 0)
      return null
    return { class: 'shrunken', message: `no content at all where there were ${before}; ${ALLOW_SHRINK}` }
  }

  async #finish(resource: Resource, scope: ScopeWriter, whole: boolean): Promise<void> {
    const cause = this.#group.grows ? null : await this.#causeAgainstShrinking(resource, scope)
    if (this.#parent && cause !== null) {
      scope.discard()
      recordScopeGap(this.#run, resource, this.#parent, cause)
      return
    }
    // An empty source is believed where there is nothing to compare it with, but not for longer than one run.
    const isEmptySource = this.#group.atomic && this.#countOfContents() === 0
    const token = whole && !isEmptySource ? this.#token : null
    noteResult(this.#run, resource, this.#parent, await scope.finish({ token, exact: whole }))
  }

  #isShrunken(resource: Resource, scope: ScopeWriter): boolean {
    const { shrinkGuardFrom, shrinkGuardPercent } = this.#run.settings
    const before = scope.baseCount()
    if (shrinkGuardPercent === 0 || before < shrinkGuardFrom) return false
    return this.#countOf(resource) < before * (1 - shrinkGuardPercent / 100)
  }

  async #causeAgainstShrinking(resource: Resource, scope: ScopeWriter): Promise<Cause | null> {
    if (!this.#isShrunken(resource, scope)) return null
    const message = `${this.#countOf(resource)} where there were ${scope.baseCount()}`
    return this.#causeUnlessAgreed(resource, scope, message)
  }

  #countOfContents(): number {
    const [, ...contents] = this.#group.members
    return contents.reduce((sum, resource) => sum + this.#countOf(resource), 0)
  }

  #countOf(resource: Resource): number {
    return this.#counts.get(resource) ?? 0
  }
}
