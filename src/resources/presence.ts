/** Whether somebody or something is still there: for whoever is only mentioned, another kind says so. */
import type { Kind } from '../model/resource.ts'
import { declarationOf } from './index.ts'

export function presenceOf(kind: Kind): Kind {
  return declarationOf(kind)?.presentAs ?? kind
}
