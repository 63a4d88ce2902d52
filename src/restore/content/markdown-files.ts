/** Files that an import takes for pages, and then for nothing, because no table of contents names them. */

import { textOf } from '../../model/fields.ts'
import { kindInSpace } from '../../resources/drafts.ts'
import type { StateItem } from '../state.ts'

export function isMarkdownFile({ kind, json }: Pick<StateItem, 'kind' | 'json'>): boolean {
  return kindInSpace(kind) === 'file' && /\.(md|markdown)$/i.test(textOf(json.name) ?? '')
}
