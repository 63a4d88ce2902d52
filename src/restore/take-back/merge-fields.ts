/** Three states of one object: what changed between the first two is taken back where the third still has it so. Pure. */
import { canonicalJson } from '../../model/digest.ts'
import type { Fields } from '../../model/fields.ts'

export interface ThreeStates<T> {
  /** What is put back. */
  to: T
  /** What is taken back. */
  from: T
  now: T
}

export interface MergedFields {
  /** Top-level fields that get what `to` says; undefined: absent there. */
  back: Record<string, unknown>
  /** Fields that somebody changed since: they stay. */
  kept: string[]
}

/** Of the normalised forms. `only`: other fields stay as they are. */
export function mergeFields(
  { to, from, now }: ThreeStates<Fields>,
  only?: ReadonlySet<string>,
): MergedFields {
  const merged: MergedFields = { back: {}, kept: [] }
  for (const key of new Set([...Object.keys(to), ...Object.keys(from)])) {
    const [wanted, left, there] = [to[key], from[key], now[key]].map(value => canonicalJson(value ?? null))
    if (wanted === left || wanted === there || (only && !only.has(key))) continue
    if (there === left) merged.back[key] = to[key]
    else merged.kept.push(key)
  }
  return merged
}
