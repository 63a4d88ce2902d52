/** Paths of fields as declarations write them: what is misspelt does not compile. */
import type { PublishedFields } from '../platform/published-fields.ts'

/** The paths of all fields that such an object was ever said to have. A new name needs `npm run docs`. */
export type Published<Name extends keyof PublishedFields> = PublishedFields[Name]

/**
 * From the top; or after `**.` whatever is published, at any depth. A last `*` is every field of an object.
 */
export type FieldPath<Fields extends string> = Fields | `${Fields}.*` | `**.${FieldAnywhere}`

export type TopField<Fields extends string> = Fields extends `${infer Top}.${string}` ? Top : Fields

type FieldAnywhere = LastOf<PublishedFields[keyof PublishedFields]> | FieldOfContent

type LastOf<Path extends string> = Path extends `${string}.${infer Rest}` ? LastOf<Rest> : Path

/** What documents are made of is not published here. */
type FieldOfContent = 'key' | 'meta' | 'meta.token' | 'schemaVersion'
