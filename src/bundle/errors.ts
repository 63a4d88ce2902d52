/**
 * The one error of this folder that is not about usage: what was given cannot be read as a bundle at all.
 */
import { DocvaultError, type ErrorDetails } from '../model/errors.ts'

export class InvalidBundle extends DocvaultError {
  constructor(message: string, details: ErrorDetails = {}) {
    super('bundle-invalid', message, details)
  }
}
