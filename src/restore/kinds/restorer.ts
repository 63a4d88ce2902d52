/**
 * How a kind is put back: what names it whatever its id is, how it is made, what of it can be set, what is lost.
 * One declaration a kind, in `kinds/`; order, plan, journal, resume and verification are derived from it.
 */

import type { Fields } from '../../model/fields.ts'
import type { Kind, Kinds } from '../../model/resource.ts'
import type { FieldPath, TopField } from '../../resources/field-path.ts'
import type { RestoreSession } from '../apply/session.ts'
import type { MapId } from '../match/ids.ts'
import type { ServiceName, TargetProfile, WriterName } from '../read/target-profile.ts'
import type { RestoreRequest } from '../request.ts'
import type { OrganizationState, StateItem } from '../state.ts'
import type { LossCode } from './loss-words.ts'

/** What others point to first, what restricts or publishes last (docs/development/platform.md#order-of-a-restore). */
export const phases = {
  settings: 1,
  people: 2,
  teams: 3,
  sso: 4,
  specs: 5,
  collections: 6,
  spaces: 7,
  skeletons: 8,
  bodies: 9,
  translations: 10,
  changeRequests: 11,
  comments: 12,
  order: 13,
  grants: 14,
  sites: 15,
  siteSchema: 15.1,
  siteSections: 15.2,
  siteSpaces: 15.3,
  siteGroups: 15.4,
  siteDefaults: 15.5,
  siteOrder: 15.6,
  siteLook: 15.7,
  siteDoors: 15.8,
  publishing: 15.9,
  integrations: 16,
  locks: 17,
  enforcement: 18,
} as const

/** As it is asked, of any kind. It is written with `restorer`, where only fields of its own kind compile. */
export interface Restorer<
  Item extends StateItem = StateItem,
  Lost extends string = string,
  Written extends string = string,
> {
  kind: Kind
  phase: number
  /** Names it among its siblings, with ids as the target has them. Null: nothing names it. */
  key?(item: Item, map: MapId, state: OrganizationState | null): string | null
  /** Why it cannot be made where it is missing; null when it can. Without `create` there must be one. */
  obstacle?(item: Item, profile: TargetProfile): string | null
  create?(session: RestoreSession, item: Item): Promise<Made>
  /** After an unclear answer: what the creation made, where its natural key does not find it. */
  find?(session: RestoreSession, item: Item): Promise<Made | null>
  /** Requests that `create` takes. Default 1. */
  requests?(item: Item): number
  settings?: readonly Setting<Item, Written>[]
  /** What differs after a restore, and is told so: dotted paths as in `volatile`. */
  lost?: readonly Loss<Item, Lost>[]
  /** Lost with every one that is made anew, whatever its fields say. */
  always?: LossCode
  /** What the restored object is expected to say where that is not what the source says. */
  expected?(item: Item, profile: TargetProfile): unknown
  /** It says what stands in something, in which order: what the target has there besides is no difference of it. */
  lists?: true
  /** What stands for none in a field: written where something was set, and never over none. */
  emptied?: FieldsNamed<Written>
  /** Takes away what is there. */
  remove?(session: RestoreSession, target: Item): Promise<void>
  /** Why nothing takes it away again, where there is no `remove`; absent: no operation does. */
  lasting?: string
  /** Where what the snapshot does not have is deleted, it stays unless its kind is chosen by name: the reason, in words. */
  staysUnasked?: string
  /** Brings back what was deleted, under its old id; null when it is gone for good. */
  undelete?(session: RestoreSession, item: Item): Promise<Made | null>
  /** Always there with its parent: only its settings are restored. Its id in the target; null: nothing stands for it. */
  implicit?(item: Item, map: MapId): string | null
  /** Why this one is not made unasked, wherever it is missing; null when it is. */
  barred?(item: Item): string | null
  /** What somebody gets by it, for the plan. */
  gains?(item: Item): string
  /** Somebody gets in by it: made under what was there before only if it is chosen by name, person or kind. */
  givesAccess?: boolean
  /** Made only where its kind is chosen by name; the reason, in words for the plan. */
  onlyAsked?: string
}

export interface Made {
  id: string
  /** As the platform answered; settings that are as wanted already are not written. */
  json?: Fields
}

/** What an item stands in beside its parent, and the field that says so. */
export interface Above {
  kind: Kind
  /** The kind, for whoever reads the plan. */
  noun: string
  id: string
  field: string
}

export interface Setting<Item extends StateItem = StateItem, Written extends string = string> {
  name: string
  phase: number
  /** What can be set, with ids as the target has them; compared with the target's own. */
  fields(item: Item, map: MapId): FieldsNamed<Written>
  write(session: RestoreSession, target: string, fields: FieldsNamed<Written>, item: Item): Promise<void>
  /** The services that know a field; any other refuses what has it, so that it is neither planned nor written there. */
  known?: { readonly [Field in Written]?: readonly ServiceName[] }
  /** Of the fields of the target, what is compared; a list without what stands in it besides. */
  compared?(there: FieldsNamed<Written>, wanted: FieldsNamed<Written>): FieldsNamed<Written>
  /** The collection or the group that it goes into: where that is made anew, what fell out of the old one follows. */
  into?(item: Item): Above | null
  /** It may name what the same plan makes anew. */
  awaits?: true
  /** Why an undo cannot put back what was there before; null when it can. */
  lasts?(before: FieldsNamed<Written>, after: FieldsNamed<Written>): string | null
  /** Only where the request asks for it. */
  asked?(request: RestoreRequest): boolean
  /** Only where the service has more than the operations of the document. */
  extended?: true
  /** What new objects have anyway: not planned. */
  standard?: FieldsNamed<Written>
  /** True when the change gives somebody more than they have: never done to what was there before. */
  widens?(before: FieldsNamed<Written>, after: FieldsNamed<Written>): boolean
  /** Requests that a write takes. Default 1. */
  requests?: number
}

export interface Loss<Item extends StateItem = StateItem, Lost extends string = string> {
  field: Lost
  why: LossCode
  /** Only with these writers. */
  writers?: readonly WriterName[]
  /** Only of these items: of others the restore sets it, so that a difference there is one. */
  when?(item: Item, profile: TargetProfile): boolean
  /** From what the restore makes of something else: also where the item is there as it was. */
  follows?: true
}

/** Some of these fields. */
type FieldsNamed<Name extends string> = { readonly [Field in Name]?: unknown }

/** One of a kind: its JSON has the fields that its declaration in `src/resources/` names, of whatever type. */
export interface ItemOf<K extends Kind> extends StateItem {
  readonly json: FieldsNamed<TopField<Kinds[K]['fields']>>
}

export type RestorerOf<K extends Kind> = Restorer<ItemOf<K>, LostOf<K>, WrittenOf<K>>
export type SettingOf<K extends Kind> = Setting<ItemOf<K>, WrittenOf<K>>
export type LossOf<K extends Kind> = Loss<ItemOf<K>, LostOf<K>>

type WrittenOf<K extends Kind> = TopField<Kinds[K]['fields']> | OtherName
type LostOf<K extends Kind> = FieldPath<Kinds[K]['fields']> | 'id' | Whole | LostPart

/** All of it. */
type Whole = '**'

/** A body that is not put back as it was. */
type LostPart = 'content'

/** What is set under a name that no field of the kind has. */
type OtherName = 'resolved' | 'role' | 'group' | 'order'

/** What declares a kind: a misspelt field, read, written or lost, does not compile. */
export function restorer<K extends Kind>(declared: RestorerOf<NoInfer<K>> & { kind: K }): Restorer {
  return declared
}
