/** Thrown where an extension turns out to be absent when it is first used. */
import type { Absence } from '../platform/capabilities.ts'

export class OperationAbsent extends Error {
  readonly absence: Absence

  constructor(operation: string, absence: Absence) {
    super(`${operation} is ${absence}`)
    this.absence = absence
  }
}
