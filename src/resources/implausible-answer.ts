import { DocvaultError } from '../model/errors.ts'

/**
 * `shrunken`: nothing where there was something; `invalid`: it contradicts itself; the others: an operation that used
 * to be there is not, or may not be used any more.
 */
type Implausibility = 'shrunken' | 'invalid' | 'not-found' | 'refused'

/**
 * Thrown while a declaration reads, where an answer contradicts what is known otherwise: read once more, then a gap,
 * never a removal.
 */
export class ImplausibleAnswer extends DocvaultError {
  readonly gapClass: Implausibility

  constructor(gapClass: Implausibility, message: string) {
    super('implausible-answer', message)
    this.gapClass = gapClass
  }
}
