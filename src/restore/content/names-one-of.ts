/** Whether a page leads to, shows or stands for one of some things. */
import { findReferences } from '../../space/references.ts'
import type { PlanBasis } from '../plan/planning.ts'
import type { StateItem } from '../state.ts'
import { storedDocument } from './body.ts'
import { isMarkdownAlone, outlineFor } from './markdown-alone.ts'

/** By its body, its cover, its target or its meta links. */
export function namesOneOf(
  basis: Pick<PlanBasis, 'source'>,
  item: StateItem,
  ids: ReadonlySet<string>,
): boolean {
  const { cover, target, metaLinks } = item.json
  return [cover, target, metaLinks].some(value => isAnyIn(value, ids)) || bodyNamesOneOf(basis, item, ids)
}

export function bodyNamesOneOf(
  { source }: Pick<PlanBasis, 'source'>,
  item: StateItem,
  ids: ReadonlySet<string>,
): boolean {
  if (isMarkdownAlone(item) && outlineFor(source, item)?.references.some(({ id }) => ids.has(id))) return true
  return isAnyIn(storedDocument({ source }, item), ids)
}

export function isAnyIn(value: unknown, ids: ReadonlySet<string>): boolean {
  return findReferences(value).some(reference => ids.has(reference.id))
}
