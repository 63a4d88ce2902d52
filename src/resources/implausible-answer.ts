import { DocvaultError } from '../model/errors.ts'

/**
 * Thrown while a declaration reads, where an answer contradicts what is known otherwise: read once more, then a gap,
 * never a removal.
 */
export class ImplausibleAnswer extends DocvaultError {
  /** `shrunken`: nothing where there was something; `invalid`: it contradicts itself. */
  readonly gapClass: 'shrunken' | 'invalid'

  constructor(gapClass: 'shrunken' | 'invalid', message: string) {
    super('implausible-answer', message)
    this.gapClass = gapClass
  }
}
