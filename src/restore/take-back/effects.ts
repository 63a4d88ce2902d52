/** Which changes between two states are to be taken back: all of them, or only what one run wrote. */
import type { StateItem } from '../state.ts'

export interface Effects {
  has(item: StateItem): boolean
  /** Top-level fields of it; undefined: all. */
  fields(item: StateItem): ReadonlySet<string> | undefined
  /** Order and nesting of the pages of a space or a draft. */
  tree(owner: StateItem): boolean
}

export const everything: Effects = { has: () => true, fields: () => undefined, tree: () => true }
