/** What differs after every restore; the rest is declared by kinds and by the plan. */
import type { Kind } from '../../model/resource.ts'
import type { Loss } from '../kinds/restorer.ts'
import type { TargetProfile } from '../read/target-profile.ts'
import type { StateItem } from '../state.ts'

export const ALWAYS_LOST: readonly Loss[] = [
  { field: 'id', why: 'new-one' },
  { field: 'revisionId', why: 'new-one' },
  { field: 'downloadURL', why: 'service-address' },
  { field: '(paths)', why: 'paths' },
  { field: '(never read)', why: 'never-read' },
  { field: '(not shown)', why: 'not-shown' },
]

/** Drafts start from the main content as it is restored, and are edited from there. */
export const OF_DRAFTS: Readonly<Partial<Record<Kind, string>>> = {
  'change-request-revision': 'a draft starts from the content that the space has now',
}

/** Whether it counts for this item, in this service. */
export function isDeclared({ writers, when }: Loss, item: StateItem, profile: TargetProfile): boolean {
  return (writers?.includes(profile.writer) ?? true) && (when?.(item, profile) ?? true)
}

/** A declared loss in a plan, where kinds stand side by side. */
export function lossProperty(kind: Kind, field: string): string {
  return field === '**' ? kind : `${field} of ${kind}`
}

/** The part that a person knows it by: `layout.cover` is the layout, `(markdown)` the Markdown. */
export function namedField(field: string): string {
  const [name = field] = field.replace(/^\(|\)$/g, '').split('.')
  return name === 'markdown' ? 'Markdown' : name
}

/** `a.**` is everything below a; `**` everything. */
export function matchesField(field: string, pattern: string): boolean {
  if (pattern === '**' || field === pattern) return true
  if (pattern.startsWith('**.')) return field === pattern.slice(3) || field.endsWith(pattern.slice(2))
  if (pattern.endsWith('.**')) return field.startsWith(pattern.slice(0, -2))
  return field.startsWith(`${pattern}.`)
}
