/** Which kinds say who somebody is and what they may do: not for everybody who may read pages. */
import type { Kind } from '../model/resource.ts'
import { resources } from './index.ts'

const KINDS: ReadonlySet<string> = new Set(
  resources.filter(({ access, forAuditors }) => access !== undefined || forAuditors).map(({ kind }) => kind),
)
/** In the order of the walk. */
export const KINDS_FOR_ALL: readonly Kind[] = resources
  .map(({ kind }) => kind)
  .filter(kind => !KINDS.has(kind))

export function isForAuditors(kind: string): boolean {
  return KINDS.has(kind)
}
