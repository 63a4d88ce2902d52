/** What a kind's items refer to. */
import { isKeptKind } from '../model/kept-kind.ts'
import type { Kind } from '../model/resource.ts'
import type { Resource } from './resource.ts'

export interface ReferencedKind {
  kind: Kind
  /** Dotted, in the form that is stored. */
  paths: readonly string[]
}

export function referencedKinds({ references }: Pick<Resource, 'references'>): ReferencedKind[] {
  return Object.entries(references).flatMap(([kind, paths]) =>
    isKeptKind(kind) ? [{ kind, paths: [paths].flat() }] : [],
  )
}
