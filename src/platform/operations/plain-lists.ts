/** *Extension.* Lists of which nothing but ids is relied on: which there are, and where, declare the kinds that they hold. */
import { z } from 'zod'
import type { Caller } from '../caller.ts'
import { idSchema } from './shapes.ts'

const itemSchema = z.looseObject({ id: idSchema })
export type PlainItem = z.infer<typeof itemSchema>

export interface PlainList {
  /** The operation that lists the items of a place, and the one that finds one by its id. */
  list: string
  find: string
  /** The last part of its path, below the place. */
  at: string
  /** It takes no limit: one answer has everything. */
  whole?: true
}

/** `place`: the path of what it stands under, e.g. `['orgs', …, 'sites', …]`. */
export const plainListOperations = (caller: Caller) => ({
  list: (place: readonly string[], { list, at, whole }: PlainList) =>
    caller.list([list, [...place, at], whole && { limit: undefined }], itemSchema, item => item.id),
  /** Null where the platform answers 404. */
  find: (place: readonly string[], { find, at }: PlainList, id: string) =>
    caller.find([find, [...place, at, id]], itemSchema),
})
