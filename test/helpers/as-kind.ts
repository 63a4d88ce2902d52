/** Tests name kinds in texts of their own; one that the list does not have would find nothing. */
import { isKeptKind } from '../../src/model/kept-kind.ts'
import type { Kind } from '../../src/model/resource.ts'

export function asKind(text: string): Kind {
  if (isKeptKind(text)) return text
  throw new TypeError('no text is no kind')
}
