/** What a draft says otherwise than its space, and no operation changes in what is there. */
import { canonicalJson } from '../../model/digest.ts'
import { kindInSpace } from '../../resources/drafts.ts'
import type { PlanBasis, Planning } from '../plan/planning.ts'
import type { StateItem } from '../state.ts'
import { capabilities, wayOf } from './capabilities.ts'
import { partDigest } from './compare-page.ts'
import { isMarkdownAlone } from './markdown-alone.ts'

export function loseOfEdits({ basis, plan }: Planning, owner: StateItem, items: readonly StateItem[]): void {
  const way = wayOf(basis.profile)
  for (const item of items) {
    const main = mainOf(basis, owner, item)
    if (main === undefined) continue
    const fields = differingFields(item, main)
    for (const { property, inPlace, fields: shown } of capabilities)
      if (inPlace[way].reach !== 'yes' && shown.some(field => fields.has(field)))
        plan.losses.add(owner, item, property, inPlace[way].words)
  }
}

function differingFields(item: StateItem, main: StateItem): ReadonlySet<string> {
  const names = new Set([...Object.keys(item.json), ...Object.keys(main.json)])
  const said = [...names].filter(
    name => canonicalJson(item.json[name] ?? null) !== canonicalJson(main.json[name] ?? null),
  )
  const parts = ['document', 'markdown', 'bytes'].filter(
    name => partDigest(item, name) !== partDigest(main, name),
  )
  const isAlone = isMarkdownAlone(item)
  return new Set([...said, ...parts.map(name => (isAlone && name === 'markdown' ? '(body)' : `(${name})`))])
}

/** What of the space it is. */
export function mainOf({ source }: PlanBasis, { parent }: StateItem, item: StateItem): StateItem | undefined {
  return source.at(kindInSpace(item.kind), `${parent?.path}/${item.id}`)
}
