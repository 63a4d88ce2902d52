/**
 * What goes wrong on purpose in one of four drills: each operation that writes fails once, by a 502, a broken connection, or
 * an answer that never comes. Which one follows from the number of the drill, so that it can be repeated, and each operation
 * meets each in turn.
 */

export type FaultsWish = 'on' | 'off' | 'auto'

interface DrillFault {
  operation: string
  kind: 'status' | 'reset' | 'lost-answer'
  status?: number
  count: 1
}

const EVERY = 4

/** `auto`: the fourth, the eighth, … drill that the vault has a record of. */
export function hasFaults(wish: FaultsWish, drill: number): boolean {
  return wish === 'auto' ? drill % EVERY === 0 : wish === 'on'
}

export function drillFaults(operations: readonly string[], drill: number): DrillFault[] {
  const turn = Math.floor(drill / EVERY)
  return operations
    .filter(isWrite)
    .sort()
    .map((operation, index) => faultOf(operation, (index + turn) % 3))
}

/** As it is told: `createSpace 502`. */
export function faultWords({ operation, kind, status }: DrillFault): string {
  return `${operation} ${status ?? kind}`
}

function faultOf(operation: string, which: number): DrillFault {
  if (which === 0) return { operation, kind: 'status', status: 502, count: 1 }
  return { operation, kind: which === 1 ? 'reset' : 'lost-answer', count: 1 }
}

function isWrite(operation: string): boolean {
  return !/^(?:get|list|search|resolve)[A-Z]/.test(operation)
}
