/** Values and places in words, for every output. */
import type { DescribedChange, TreePlace } from './change.ts'

const MAX_CHARACTERS = 300

/** One line; an absent value is empty, a long one cut. */
export function formatValue(value: unknown): string {
  if (value === undefined) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text
}

export function formatMove({ from, to }: { from: TreePlace; to: TreePlace }): string {
  const place = ({ parent, position }: TreePlace) => `${parent ?? 'the root'}, place ${position}`
  return `${place(from)} → ${place(to)}`
}

/** Where the resource stands: the title of its parent, and its path. */
export function placeOf({ description }: DescribedChange): string {
  return [description.within, description.gitPath ?? description.path].filter(Boolean).join(' / ')
}
