/**
 * The faults in force. A fault with a count goes away when it is used up; a refused token stays refused until
 * the table is cleared.
 */
import type { Random } from '../state/random.ts'
import type { Fault } from './fault.ts'

export interface FaultTable {
  add(fault: Fault): void
  clear(): void
  list(): Fault[]
  /** What happens to this request, in the order the faults were added. Uses them up. */
  take(operation: string, url: string): readonly Fault[]
  isRevoked(): boolean
}

const NONE: readonly Fault[] = []

export function makeFaultTable(random: Random): FaultTable {
  let entries: { fault: Fault; left: number }[] = []
  let revoked = false
  const applies = (fault: Fault, operation: string, url: string) =>
    (fault.operation === '*' || fault.operation === operation) &&
    (fault.match === undefined || url.includes(fault.match)) &&
    (fault.probability === undefined || random.next() < fault.probability)
  return {
    add: fault => void entries.push({ fault, left: fault.count ?? Number.POSITIVE_INFINITY }),
    clear() {
      entries = []
      revoked = false
    },
    list: () => entries.map(entry => entry.fault),
    take(operation, url) {
      if (entries.length === 0) return NONE
      const taken = entries.filter(entry => applies(entry.fault, operation, url))
      for (const entry of taken) entry.left--
      entries = entries.filter(entry => entry.left > 0)
      if (taken.some(entry => entry.fault.kind === 'revoked')) revoked = true
      return taken.map(entry => entry.fault)
    },
    isRevoked: () => revoked,
  }
}
