/** Tells whether a value that was parsed is an object at all: what is in it, the platform alone knows. */
import type { Item } from './resource.ts'

export function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null
}
