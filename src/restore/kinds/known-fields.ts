/**
 * Fields that only some services know. A service refuses a request with a field that it does not know, so what is sent to
 * one of another generation than the snapshot's leaves them out; each kind declares them as lost there.
 */
import type { Fields } from '../../model/fields.ts'
import type { Kind, Kinds } from '../../model/resource.ts'
import type { TopField } from '../../resources/field-path.ts'
import type { ServiceName, TargetProfile } from '../read/target-profile.ts'
import type { StateItem } from '../state.ts'
import type { Loss } from './restorer.ts'

/** The services that know a field. */
export type Known<Name extends string = string> = { readonly [Field in Name]?: readonly ServiceName[] }
export type KnownOf<K extends Kind> = Known<TopField<Kinds[K]['fields']>>

export const NEWEST: readonly ServiceName[] = ['newest']
export const OLDER: readonly ServiceName[] = ['older']
export const NOT_NEWEST: readonly ServiceName[] = ['document', 'older']
export const BESIDE_DOCUMENT: readonly ServiceName[] = ['older', 'newest']

/** Those that are there of the named fields. */
export function thereOf(json: Fields, known: Known): Fields {
  return Object.fromEntries(namesOf(known).flatMap(name => (name in json ? [[name, json[name]]] : [])))
}

/** Of a table that names fields, these. */
export function namesOf<Name extends string>(table: { readonly [Field in Name]?: unknown }): Name[] {
  return Object.keys(table).filter((name): name is Name => name in table)
}

/** Without what the service does not know. */
export function knownTo(service: ServiceName, fields: Fields, known: Known): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => known[name]?.includes(service) ?? true))
}

/** Of a loss: only where the target is one of these. */
export function onlyOf(services: readonly ServiceName[]): NonNullable<Loss['when']> {
  return (_item: StateItem, { service }: TargetProfile) => services.includes(service)
}
