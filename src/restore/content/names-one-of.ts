/** Whether a page leads to, shows or stands for one of some things: by its body, its cover or its target. */
import { findReferences } from '../../space/references.ts'
import type { PlanBasis } from '../plan/planning.ts'
import type { StateItem } from '../state.ts'
import { storedDocument } from './body.ts'
import { isMarkdownAlone, outlineFor } from './markdown-alone.ts'

export function namesOneOf(
  { source }: Pick<PlanBasis, 'source'>,
  item: StateItem,
  ids: ReadonlySet<string>,
): boolean {
  if (isMarkdownAlone(item) && outlineFor(source, item)?.references.some(({ id }) => ids.has(id))) return true
  const values = [storedDocument({ source }, item), item.json.cover, item.json.target]
  return values.some(value => value && findReferences(value).some(reference => ids.has(reference.id)))
}
