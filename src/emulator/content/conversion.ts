/**
 * What one conversion carries along: how targets resolve, which heading ids are taken, and how the content of a
 * block becomes blocks again.
 */
import type { Markup } from '../../dialect/parse/element.ts'
import type { DocumentNode } from './nodes.ts'
import type { ContentRef } from './targets.ts'

export interface Conversion {
  resolve(target: string): ContentRef
  /** The id itself, or with a number behind it when an earlier heading has it. */
  claimId(wanted: string): string
  blocks(children: readonly Markup[]): DocumentNode[]
}

type ConvertAll = (children: readonly Markup[], conversion: Conversion) => DocumentNode[]

export function makeConversion(resolve: (target: string) => ContentRef, convertAll: ConvertAll): Conversion {
  const taken = new Set<string>()
  const conversion: Conversion = {
    resolve,
    claimId(wanted) {
      let id = wanted
      for (let number = 1; taken.has(id); number++) id = `${wanted}-${number}`
      taken.add(id)
      return id
    },
    blocks: children => convertAll(children, conversion),
  }
  return conversion
}
