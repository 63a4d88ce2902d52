/** What the description of a service says of a value: one shape, of the compact notation of the files beside this. */

export type Shape =
  | { is: 'text'; format: TextFormat; length: Range; pattern: RegExp | null }
  | { is: 'number'; whole: boolean; size: Range }
  | { is: 'boolean' }
  | { is: 'null' }
  | { is: 'any' }
  | { is: 'literal'; value: string | number | boolean }
  | { is: 'list'; of: Shape; length: Range }
  | Record_
  | { is: 'either'; of: readonly Shape[] }
  | { is: 'both'; of: readonly Shape[] }
  | { is: 'named'; name: string }

/** Fields by name; `others` is the shape of every field that has no name, null where there are none. */
export interface Record_ {
  is: 'record'
  fields: ReadonlyMap<string, Field>
  others: Shape | null
}

export interface Field {
  shape: Shape
  optional: boolean
}

export const TEXT_FORMATS = [
  'string',
  'date-time',
  'date',
  'uri',
  'uuid',
  'email',
  'emoji',
  'icon',
  'byte',
  'binary',
] as const
export type TextFormat = (typeof TEXT_FORMATS)[number]

/** Both ends belong to it. */
export interface Range {
  least: number
  most: number
}
