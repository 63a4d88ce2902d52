/** How many changes there are, by kind and by what was done. */

import { mostFirst } from '../diff/actions.ts'
import type { DescribedChange } from '../diff/change.ts'
import { plural } from '../model/plural.ts'
import { renderTable } from './table.ts'

interface Counts {
  added: number
  modified: number
  removed: number
  unknown: number
}

export class ChangeCounts {
  readonly totals: Counts = { added: 0, modified: 0, removed: 0, unknown: 0 }
  readonly byKind: Record<string, Counts> = {}
  readonly byAction: Record<string, number> = {}

  add({ type, actions, description }: DescribedChange): void {
    this.totals[type]++
    this.byKind[description.kind] ??= { added: 0, modified: 0, removed: 0, unknown: 0 }
    const kind = this.byKind[description.kind]
    if (kind) kind[type]++
    for (const action of actions) this.byAction[action] = (this.byAction[action] ?? 0) + 1
  }

  line(): string {
    const { added, modified, removed, unknown } = this.totals
    const open = unknown > 0 ? `, ${unknown} unknown (not read in one of the two)` : ''
    return `${plural(added + modified + removed, 'change')}: ${added} added, ${modified} modified, ${removed} removed${open}`
  }

  /** `width`: null for no limit. */
  table(width: number | null): string {
    const rows = Object.entries(this.byKind).map(([kind, counts]) => rowOf(kind, counts))
    const head = ['kind', 'added', 'modified', 'removed', 'unknown']
    const table = renderTable(
      { head, rows: [...rows, rowOf('all', this.totals)], narrow: [['kind', 12]] },
      width,
    )
    const actions = mostFirst(this.byAction).map(([action, count]) => `${action} ${count}`)
    return actions.length === 0 ? table : `${table}\n${actions.join(', ')}`
  }
}

function rowOf(name: string, { added, modified, removed, unknown }: Counts): (string | number)[] {
  return [name, added, modified, removed, unknown]
}
