/** Whether two bodies say the same and only lead elsewhere. Pure. */
import { canonicalJson } from '../../model/digest.ts'
import { isFields } from '../../model/fields.ts'
import { normalise } from '../../model/normalise.ts'
import { asReference, type Reference } from '../../space/references.ts'
import { VOLATILE } from './compare-page.ts'

/** What of `wanted` leads elsewhere in `there`; null where something else differs, or nothing. */
export function linkDifferences(wanted: unknown, there: unknown): Reference[] | null {
  const found: Reference[] = []
  const [left, right] = [wanted, there].map(value => normalise(value, { volatile: VOLATILE }))
  return sayTheSame(left, right, found) && found.length > 0 ? found : null
}

function sayTheSame(left: unknown, right: unknown, found: Reference[]): boolean {
  const reference = asReference(left)
  if (reference !== null && isFields(right) && typeof right.kind === 'string') {
    if (canonicalJson(left) !== canonicalJson(right)) found.push(reference)
    return true
  }
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, at) => sayTheSame(item, right[at], found))
  if (isFields(left) && isFields(right)) {
    const keys = new Set([...Object.keys(left), ...Object.keys(right)])
    return [...keys].every(key => sayTheSame(left[key], right[key], found))
  }
  return canonicalJson(left ?? null) === canonicalJson(right ?? null)
}
