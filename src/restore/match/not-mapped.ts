/** Nothing of the target stands for what is needed: the step, or the item, cannot be done. */
import { DocvaultError } from '../../model/errors.ts'
import type { Kind } from '../../model/resource.ts'

export class NotMapped extends DocvaultError {
  constructor(kind: Kind, id: string) {
    super('not-mapped', `${kind} ${id} has nothing that stands for it in the target`)
  }
}
