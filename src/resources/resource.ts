/**
 * The form of a declaration: how a kind is listed, what names it, which fields are noise, what a security reviewer
 * cares about, and what a restore can do with it. Everything else is derived from the list in `index.ts`.
 */

import type { Digest } from '../model/digest.ts'
import type { Normalisation } from '../model/normalise.ts'
import type { Kept, Kind, Kinds, PartName } from '../model/resource.ts'
import type { Platform } from '../platform/client.ts'
import type { UnreadableItem } from '../platform/errors.ts'
import type { ChangeRequest } from '../platform/operations/change-requests.ts'
import type { MemberSpace } from '../platform/operations/members.ts'
import type { Organization } from '../platform/operations/organizations.ts'
import type { PlainList } from '../platform/operations/plain-lists.ts'
import type { Hold } from '../platform/room.ts'
import type { AbsenceProof } from './absence-proof.ts'
import type { AccessPart, ActionWords, Audited } from './audited.ts'
import type { Causes } from './causing-actions.ts'
import type { FieldPath, TopField } from './field-path.ts'

/** An object as the platform sent it. */
export type Item = Readonly<Record<string, unknown>>

/** Where a resource stands, and what the run knows by then. */
export interface ReadContext<Parent = Item> {
  organization: Organization
  parent: Parent
  /** Platform ids of everything above, by kind, the parent included; see `idOf`. */
  ids: Readonly<Partial<Record<Kind, string>>>
  /** Token of the source that the items were taken from: the id of a revision. */
  sourceToken?: string
  /** For the answer of a source: its room is kept until it is stored. */
  hold?: Hold
  /** What earlier kinds left for later ones (see `observe`). */
  notes: Map<string, string>
  /** Body formats wanted: setting `backup.formats`. */
  formats: readonly string[]
  /** What counts as frozen is read again, too: now and then, in an exact run. */
  rereadFrozen: boolean
  /** Sites that are known although the service has no list of them: setting `platform.sites`. */
  knownSites: readonly string[]
  /** Answers that several scopes are read from, asked for once a run. */
  shared: SharedReads
  /** What the base has in this scope, as it was stored. */
  stored(): Item[]
  /** Where the last complete reading of a growing list ended (`positionOf`); null before the first. */
  position(): string | null
  /** Whoever started the run says that much may be gone. */
  allowShrink: boolean
  /** An exact run before did not see these ids either (none: that nothing at all is left); see `agreed`. */
  isAgreed(missing: readonly string[]): Promise<boolean>
  /** What items of other kinds left for a kind that no operation lists: people, pictures. */
  collected(): Item[]
}

/** One request instead of one a scope. A failed one stays failed: the platform was asked often enough. */
export interface SharedReads {
  /** By space; null where the service lists them a space at a time only. */
  liveChangeRequests?: Promise<ChangeRequestsBySpace | null>
  closedChangeRequests?: Promise<ChangeRequestsBySpace | null>
  /** Spaces whose list took the closed ones into account. */
  closedTaken?: Set<string>
  /** Whole lists of the spaces that a member can open, by member, as far as they were read already. */
  memberSpaces?: Map<string, readonly MemberSpace[]>
  /** Members that were asked for one by one because a list no longer has them. */
  membership?: Map<string, Promise<boolean>>
}

export type ChangeRequestsBySpace = ReadonlyMap<string, readonly ChangeRequest[]>

/** The id of the resource of that kind above what is read. */
export function idOf(context: Pick<ReadContext<unknown>, 'ids'>, kind: Kind): string {
  const id = context.ids[kind]
  if (id === undefined) throw new Error(`there is no ${kind} above what is read`)
  return id
}

/** Bytes that belong to an item beside its JSON, and are never fetched twice under the same key. */
export interface PartSource {
  name: PartName
  /** Names the bytes among all items under the same parent; must change when they do. */
  key: string
  origin: BodyRead | BodyDownload
}

export interface BodyRead {
  /** What is read with the hold keeps its room until it is stored. */
  read(hold: Hold): Promise<ReadBody | NotOfferedBody>
}

export interface ReadBody {
  /** What the bytes really belong to: another key than the one asked for means that the content has moved on. */
  key: string
  bytes: Buffer
}

export interface NotOfferedBody {
  /** The operation that this service lacks. */
  notOffered: string
}

export interface BodyDownload {
  url: string
  /** Null where nothing says. */
  sizeBytes: number | null
  /** A fresh URL, for one that has expired; absent where the platform has none to give. */
  refresh?(): Promise<string>
  /** The bytes behind the URL may be replaced: an exact run fetches them again. */
  replaceable?: boolean
  /** 404 is an answer, not a failure: the item is kept without the bytes. */
  mayBeMissing?: boolean
}

/** Tells without reading a scope whether it can have changed (docs/development/platform.md#change-tokens). */
export interface ChangeToken {
  value: string
  /**
   * Equal tokens prove that nothing changed (`proof`), or are trusted in a fast run only (`hint`), or in exact runs too
   * but for now and then (`frozen`: merged and archived change requests).
   */
  trust: 'proof' | 'frozen' | 'hint'
}

export interface Restorable {
  /** `full`: all meaning comes back, with new ids and dates. `part`: something is lost. `no`: archive only. */
  fidelity: 'full' | 'part' | 'no'
  /** What is lost, or how it comes back, as docs/reference/kinds.md shows it. */
  note: string
  /** Nothing writes it, because it follows from what is written. */
  derived?: true
}

/** Kind → dotted paths of the ids that an item refers to, in the form that is stored. */
export type References<Path extends string = string> = Readonly<Partial<Record<Kind, Path | readonly Path[]>>>

interface Declared<T, Parent, Fields extends string> extends Normalisation<FieldPath<Fields>> {
  kind: Kind
  /** Kind of the resource it stands under; null for the organization. */
  parent: Kind | null
  doc: string
  /** Of content of a draft: the kind that it is in the space, where it stands when the draft is merged. */
  draftOf?: Kind
  /** Of what is kept for ever: the kind that has one only while it is there. */
  presentAs?: Kind
  /** Section of the platform's own description: docs/development/platform.md#sections. */
  api: string
  id(item: T): string
  label(item: T): string
  /** What people call it by beside its label: an address, a number. */
  alsoCalled?(item: T): readonly (string | null | undefined)[]
  /** What is kept as the resource's JSON; the item itself when absent. */
  stored?(item: T): unknown
  references: References<FieldPath<Fields>>
  /** Null: content, or what follows from others; no row in a report of changes. */
  audit: Audited<TopField<Fields>> | null
  /** What it is called that one came or went; absent: created, deleted. */
  words?: ActionWords
  /** What it says of who may do what. */
  access?: AccessPart
  /** Says who somebody is or how they get in, beside what `access` says. */
  forAuditors?: true
  /** Paths of what somebody may do by it; the first that an item has counts. */
  role?: readonly FieldPath<Fields>[]
  /** Recorded actions that change it; absent: none is known by name. */
  causes?: Causes
  restore: Restorable
  /** Leaves something in `notes` for kinds that come later in the list. */
  observe?(item: T, notes: Map<string, string>): void
  /** Paths of embedded users: they are kept once, as `user`. */
  people?: readonly FieldPath<Fields>[]
  /** Paths of URLs of pictures that belong to the item: their bytes are kept, as `asset`. */
  pictures?: readonly FieldPath<Fields>[]
  /** Paths of values that are never shown: they are kept for a restore. */
  secret?: readonly FieldPath<Fields>[]
  /** Kind above whose resources share the bodies, where it is not the parent: a draft's pages are the space's. */
  bodiesUnder?: Kind
  bodies?(platform: Platform, item: T, context: ReadContext<Parent>): PartSource[]
  /** Its Markdown follows from its document, and may be read later: see model/deferred-part.ts. */
  defersMarkdown?: true
  /** The digest of what a body means, where the same in other bytes is no change. */
  meaningOfBody?(name: PartName, bytes: Buffer): Digest
  /** Items of one family and of nearly the same size may have similar bytes: candidates for deltas. */
  likeness?(item: T): { family: string; sizeBytes: number }
}

/** A kind that a list operation gives. */
export interface ListedResource<T = Item, Parent = Item, Fields extends string = string>
  extends Declared<T, Parent, Fields> {
  list(platform: Platform, context: ReadContext<Parent>): AsyncIterable<T>
  /** Where it is asked for, when that is all there is to say of it. */
  plainList?: PlainList
  /** How it is proved that an item which the list no longer has is gone. */
  absence: AbsenceProof<ReadContext<Parent>>
  /**
   * Visitors and customers wrote it: read only where the setting `backup.alsoRead` names the kind, because what a
   * snapshot holds cannot be taken out of it one by one.
   */
  byStrangers?: true
  /** Name of the extension without which the kind cannot be read: where the service lacks it, that is said. */
  needs?: string
  token?(
    parent: Parent,
    platform: Platform,
    context: ReadContext<Parent>,
  ): ChangeToken | Promise<ChangeToken | null> | null
  /**
   * Read in every run whatever its token; by default what stands directly under the organization. `lists`: no token is
   * true and one request reads it, so every run does, unless the setting `backup.listsEvery` allows it to be older.
   */
  everyRun?: boolean | 'lists'
  /** Kinds from which it follows: read in every run in which one of them changed, beside it or in the organization. */
  follows?: readonly Kind[]
  /** As `follows`, also where the one that changed stands under another parent of the same kind. */
  followsAll?: readonly Kind[]
  /** It builds on what was read before it, so it is not asked for ahead of its turn. */
  inTurn?: true
  /** True when the parent itself says that there is nothing: known without asking. */
  isEmpty?(parent: Parent): boolean
  /**
   * What was answered for the sake of another place names items of this one that it does not have, because it was read
   * or passed by before: it is read again at the end of the run.
   */
  isOverlooked?(context: ReadContext<Parent>): Promise<boolean>
  /** Of a list that names only what is new: where the next reading goes on. The greatest is remembered. */
  positionOf?(item: T): string
  /** Extension that makes the kind superfluous: it is read last, and only where the service never showed that. */
  insteadOf?: string
}

/** Of a source's answer, what of a kind was not as the API promises. */
export interface Unreadable {
  items: readonly UnreadableItem[]
  /** Where they stand, in words: `the tree`. */
  within: string
  /** Whether one that the answer does not name may be among them. */
  mayBe(id: string): boolean
}

/** A kind that one atomic answer holds whole: the content of a space. */
export interface SourceResource<T = Item, Parent = Item, Fields extends string = string>
  extends Declared<T, Parent, Fields> {
  read(platform: Platform, context: ReadContext<Parent>): Promise<T>
  token(parent: Parent): ChangeToken | null
  /** The token that the answer itself carries: it may be newer than the parent's. */
  tokenOf(item: T): string | null
  everyRun?: boolean
  /** Fields that only name what is kept as kinds of its own, and its order: what changes of them is said there. */
  contents?: readonly TopField<Fields>[]
  /** What the item, which is kept as far as it could be read, does not say. */
  unreadable?(item: T): Unreadable
}

/** A kind that is a part of a source's answer. */
export interface ContainedResource<T = Item, Parent = Item, Source = Item, Fields extends string = string>
  extends Declared<T, Parent, Fields> {
  within: Kind
  items(source: Source): Iterable<T>
  /** Those that the answer names and that could not be read; `items` leaves them out. */
  unreadable?(source: Source): Unreadable
}

export type Resource = ListedResource | SourceResource | ContainedResource

/** A declaration as the list has it: of what type its items are is known to itself only. */
export type Of<K extends Kind, R extends Resource = Resource> = R & { kind: K }

/** `T` is given where kinds that share a shape share a function. */
export function listed<K extends Kind, Parent extends Item = Item, T extends Kept<Item, string> = Kinds[K]>(
  declaration: ListedResource<T['item'], Parent, T['fields']> & { kind: K },
): Of<K, ListedResource<Item, Item, T['fields']>> {
  return declaration
}

export function source<K extends Kind, Parent extends Item = Item>(
  declaration: SourceResource<Kinds[K]['item'], Parent, Kinds[K]['fields']> & { kind: K },
): Of<K, SourceResource<Item, Item, Kinds[K]['fields']>> {
  return declaration
}

export function contained<K extends Kind, Parent extends Item = Item, Source extends Item = Item>(
  declaration: ContainedResource<Kinds[K]['item'], Parent, Source, Kinds[K]['fields']> & { kind: K },
): Of<K, ContainedResource<Item, Item, Item, Kinds[K]['fields']>> {
  return declaration
}
