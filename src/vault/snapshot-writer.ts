/**
 * One running snapshot of one organization. Rows of finished scopes wait, in order, until the contents they refer to
 * are stored, so that blocks fill up however small the scopes are; nothing is lost by that, because a crash rolls the
 * rows of a running snapshot back anyway.
 */

import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import type { Kind } from '../model/resource.ts'
import type { SnapshotSummary, Weak } from '../model/snapshot.ts'
import { BaseLookup } from './base-lookup.ts'
import type { CatalogWriter } from './catalog/catalog-writer.ts'
import { digestChanged, prepareContents, statesFrom } from './catalog/changed-scopes.ts'
import { danglingOf } from './catalog/dangling.ts'
import { discardIfUnchanged } from './catalog/discard.ts'
import type { FinishScope, ScopeEnd } from './catalog/finish-scope.ts'
import { deleteGapsBelow, writeGap } from './catalog/gaps.ts'
import { type KnownBodies, loadKnownBodies } from './catalog/known-bodies.ts'
import { anchorsToRead } from './catalog/lost.ts'
import type { NamedItems } from './catalog/named-items.ts'
import { inspect } from './catalog/prove.ts'
import { findReadMark, joinReadMarks, unreadScopes } from './catalog/read-marks.ts'
import { anchorOf } from './catalog/resource-names.ts'
import { sealSnapshot } from './catalog/seal.ts'
import type { Begun } from './catalog/snapshots.ts'
import type { StagedScope, Staging } from './catalog/staging.ts'
import type { ContentStore } from './content-store.ts'
import { toReadMark } from './reader.ts'
import { makeScopeWriter, type ScopeHost } from './scope-writer.ts'
import type { BodyKey, ResourceKey } from './types.ts'
import { WaitingWrites } from './waiting-writes.ts'
import type {
  CurrentVersion,
  DanglingReference,
  NewGap,
  PutOptions,
  ScopeWriter,
  SealReport,
  SnapshotWriter,
  StoredContent,
} from './writer-types.ts'

export interface WriterParts {
  writer: CatalogWriter
  store: ContentStore
  staging: Staging
  namedItems: NamedItems
  finishScope: FinishScope
  spoolFolder: string
  clock: () => number
  /** Called after the seal is durable. */
  sealed(): void
  /** Called once, when the snapshot is sealed or abandoned. */
  closed(): void
}

/** Resource names that may wait for the next transaction, which is one stretch with them. */
const WAITING_NAMES = 200

export class RunningSnapshot implements SnapshotWriter {
  readonly id: number
  readonly resumed: boolean
  readonly base: number | null
  readonly #parts: WriterParts
  readonly #organization: number
  readonly #started: number
  readonly #inBase: BaseLookup
  readonly #finished = new Set<string>()
  /** Scopes below these are read again, because something that the base has is lost. */
  readonly #lostBelow: ReadonlySet<number>
  readonly #waiting: WaitingWrites
  #hasRemoved = false
  #isOpen = true

  constructor(parts: WriterParts, begun: Begun, organization: number) {
    this.id = begun.id
    this.base = begun.base
    this.resumed = begun.resumed
    this.#parts = parts
    this.#organization = organization
    this.#started = parts.clock()
    this.#inBase = new BaseLookup(parts.writer, organization, begun)
    this.#lostBelow = anchorsToRead(parts.writer.db, begun.id)
    this.#waiting = new WaitingWrites(parts.writer)
  }

  current(parent: ResourceKey | null, kind: Kind, id: string): CurrentVersion | null {
    return this.#inBase.current(parent, kind, id)
  }

  findBody(parent: ResourceKey, body: BodyKey): StoredContent | null {
    const name = this.#parts.writer.terms.find(body.name)
    return name === null ? null : this.#parts.store.findBody({ parent, key: body.key, name })
  }

  async bodiesUnder(parent: ResourceKey): Promise<KnownBodies | null> {
    const { db, terms } = this.#parts.writer
    return this.base === null ? null : loadKnownBodies(db, terms, parent)
  }

  put(bytes: Buffer, options: PutOptions = {}): Promise<StoredContent> {
    this.#assertOpen()
    return this.#parts.store.put(bytes, options.base)
  }

  async putBody(
    parent: ResourceKey,
    body: BodyKey,
    bytes: Buffer,
    options: PutOptions = {},
  ): Promise<StoredContent> {
    this.#assertOpen()
    const name = this.#parts.writer.intern(body.name)
    return this.#parts.store.put(bytes, options.base, { parent, key: body.key, name })
  }

  async putBodyFile(
    parent: ResourceKey,
    body: BodyKey,
    file: string,
    options: PutOptions = {},
  ): Promise<StoredContent & { bytes: number }> {
    this.#assertOpen()
    const name = this.#parts.writer.intern(body.name)
    return this.#parts.store.putFile(file, { parent, key: body.key, name }, options.base)
  }

  spoolFolder(): string {
    return this.#parts.spoolFolder
  }

  scope(parent: ResourceKey | null, kind: Kind): ScopeWriter {
    this.#assertOpen()
    const { writer, staging, namedItems } = this.#parts
    const anchor = anchorOf(this.#organization, parent)
    const staged = staging.open({ snapshot: this.id, anchor, kind: writer.intern(kind) })
    namedItems.forget(staged)
    return makeScopeWriter(this.#hostOf(staged, parent), staged)
  }

  baseCount(parent: ResourceKey | null, kind: Kind): number {
    const term = this.#parts.writer.terms.find(kind)
    return term === null ? 0 : this.#inBase.count({ parent, kind: term })
  }

  lastRead(parent: ResourceKey | null, kind: Kind): ReturnType<SnapshotWriter['lastRead']> {
    const { db, terms } = this.#parts.writer
    const term = terms.find(kind)
    const anchor = anchorOf(this.#organization, parent)
    if (term === null || this.#lostBelow.has(anchor)) return null
    return toReadMark(findReadMark(db, anchor, term, this.id - 1))
  }

  gap(gap: NewGap): void {
    this.#assertOpen()
    const { writer } = this.#parts
    const row = {
      snapshot: this.id,
      base: this.base,
      anchor: anchorOf(this.#organization, gap.parentKey),
      kind: writer.intern(gap.kind),
      resource: gap.resource ?? '',
      class: gap.class,
      message: gap.message,
      missing: gap.missing,
    }
    this.#waiting.add(() => writeGap(writer.db, row), 1)
    this.#writeIfStored()
  }

  forgetGaps(parent: ResourceKey): void {
    this.#assertOpen()
    this.#waiting.add(() => deleteGapsBelow(this.#parts.writer.db, this.id, parent), 1)
    this.#writeIfStored()
  }

  dangling(most: number): DanglingReference[] {
    return danglingOf(this.#parts.writer.db, { snapshot: this.id, base: this.base }, most)
  }

  unread(): Weak[] {
    const rows = unreadScopes(this.#parts.writer.db, { snapshot: this.id, organization: this.#organization })
    return rows.map(({ kind, scopes, at }) => ({ kind, scopes, oldest_read: new Date(at).toISOString() }))
  }

  async flush(): Promise<void> {
    this.#assertOpen()
    const last = this.#waiting.last
    await this.#parts.store.flush()
    await this.#waiting.writeInTurns(last)
  }

  async seal(report: SealReport): Promise<SnapshotSummary> {
    await this.flush()
    this.#parts.namedItems.settle()
    const now = this.#parts.clock()
    const { db, log } = this.#parts.writer
    const changed = await digestChanged(db, this.id)
    const newest = await prepareContents(db, this.#organization, statesFrom(changed, this.id))
    const inspection = await inspect(db, { snapshot: this.id, base: this.base })
    // The seal is one stretch: not on top of the slice of what was prepared.
    await setImmediate()
    const summary = sealSnapshot(this.#parts.writer, {
      snapshot: this.id,
      changed,
      inspection,
      newest,
      now,
      elapsedMs: () => Math.max(0, this.#parts.clock() - this.#started),
      requests: report.requests,
      bytes: report.bytes,
      notOffered: report.notOffered ?? [],
      weak: report.weak,
      moved: report.moved,
      owner: report.owner,
      deferring: report.deferring,
      operations: report.operations,
    })
    this.#parts.sealed()
    await setImmediate()
    joinReadMarks(this.#parts.writer, this.id)
    await setImmediate()
    await log.copied()
    await this.#close()
    return summary
  }

  async sealIfChanged(report: SealReport): Promise<SnapshotSummary | null> {
    await this.flush()
    if (!discardIfUnchanged(this.#parts.writer, this.id)) return this.seal(report)
    await this.#close()
    return null
  }

  async abandon(): Promise<void> {
    if (!this.#isOpen) return
    await this.#close()
    // What was fetched is kept for the run that resumes.
    await this.#parts.store.flush()
  }

  #hostOf(scope: StagedScope, parent: ResourceKey | null): ScopeHost {
    const { writer, store, staging, namedItems, clock } = this.#parts
    const own = { parent, kind: scope.kind }
    return {
      staging,
      namedItems,
      base: id => this.#inBase.glance(own, id),
      equal: item => this.#inBase.equal(own, item),
      gather: () => this.#inBase.gather(own),
      release: () => this.#inBase.release(own),
      makeResource: id => this.#makeResource(parent, scope.kind, id),
      term: name => writer.intern(name),
      put: (bytes, base) => this.put(bytes, { base }),
      baseCount: () => this.#inBase.count(own),
      finish: (staged, end) => this.#finish(staged, end),
      now: clock,
      assertSound: () => store.assertSound(),
    }
  }

  #makeResource(parent: ResourceKey | null, kind: number, id: string): ResourceKey {
    const { names, transact } = this.#parts.writer
    const key = names.findOrMake({ organization: this.#organization, parent, kind, platformId: id })
    if (names.pending() >= WAITING_NAMES) transact(() => {})
    return key
  }

  async #finish(scope: StagedScope, end: Omit<ScopeEnd, 'again'>): Promise<void> {
    const { staging } = this.#parts
    const { added, modified } = staging.counts(scope)
    this.#waiting.add(() => this.#writeScope(scope, end), added + modified + 1)
    if (this.#parts.store.idle) await this.#waiting.writeInTurns(this.#waiting.last)
    if (this.#waiting.isFull) await this.flush()
  }

  #writeScope(scope: StagedScope, end: Omit<ScopeEnd, 'again'>): void {
    const { staging, finishScope } = this.#parts
    const label = `${scope.anchor} ${scope.kind}`
    const again = this.#finished.has(label) || this.#hasRemoved
    this.#finished.add(label)
    if (finishScope(scope, { ...end, again })) this.#hasRemoved = true
    staging.clear(scope)
  }

  #writeIfStored(): void {
    if (this.#parts.store.idle) this.#waiting.writeUpTo(this.#waiting.last)
  }

  #assertOpen(): void {
    assert(this.#isOpen, `snapshot ${this.id} is sealed or abandoned`)
  }

  async #close(): Promise<void> {
    this.#isOpen = false
    this.#parts.closed()
    await this.#parts.namedItems.close(this.id)
  }
}
