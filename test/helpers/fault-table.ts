/**
 * The faults of the matrix: each as the emulator is told, and the classes of gaps that an honest backup may answer
 * with. A row of the closed list of `GapClass` that is not named here is the wrong word for that fault.
 */
import type { Fault } from '../../src/emulator/faults/fault.ts'
import type { GapClass } from '../../src/model/snapshot.ts'

export interface FaultVariant {
  name: string
  fault: Omit<Fault, 'operation'>
  classes: readonly GapClass[]
  /** Of downloads, where bytes are judged instead of JSON. */
  download?: readonly GapClass[]
  /** Of the client, which then does not try again. It counts half seconds, so the fault has to last longer. */
  timeout?: string
  /** Somebody edits: what the next runs are compared with moves. */
  moves?: boolean
}

const always: readonly FaultVariant[] = [
  { name: '500', fault: { kind: 'status', status: 500 }, classes: ['unreachable'] },
  { name: '401', fault: { kind: 'status', status: 401 }, classes: ['refused'] },
  { name: '403', fault: { kind: 'status', status: 403 }, classes: ['refused'] },
  { name: '404', fault: { kind: 'status', status: 404 }, classes: ['not-found'] },
  { name: '429', fault: { kind: 'status', status: 429 }, classes: ['rate-limited'] },
  { name: 'html', fault: { kind: 'html' }, classes: ['invalid'], download: ['truncated', 'invalid'] },
  { name: 'html 503', fault: { kind: 'html', status: 503 }, classes: ['unreachable'] },
  { name: 'truncate', fault: { kind: 'truncate' }, classes: ['truncated'] },
  { name: 'wrong-length', fault: { kind: 'wrong-length' }, classes: ['truncated', 'unreachable'] },
  { name: 'slow', fault: { kind: 'slow', ms: 1600 }, classes: ['unreachable'], timeout: '200ms' },
  { name: 'reset', fault: { kind: 'reset' }, classes: ['unreachable'] },
  { name: 'reset later', fault: { kind: 'reset', afterBytes: 10 }, classes: ['unreachable', 'truncated'] },
  { name: 'redirect', fault: { kind: 'redirect' }, classes: ['invalid'], download: ['refused'] },
  { name: 'duplicate-page', fault: { kind: 'duplicate-page' }, classes: [] },
  { name: 'missing-page', fault: { kind: 'missing-page' }, classes: ['truncated'] },
  { name: 'loop', fault: { kind: 'loop' }, classes: ['invalid'] },
  {
    name: 'empty',
    fault: { kind: 'empty' },
    classes: ['truncated', 'shrunken', 'invalid'],
    download: ['truncated'],
  },
  { name: 'revoked', fault: { kind: 'revoked' }, classes: ['refused'] },
]

/** What passes by itself: the run may be complete as if nothing had been. */
const passing: readonly FaultVariant[] = [
  { name: '500 once', fault: { kind: 'status', status: 500, count: 1 }, classes: [] },
  { name: '500 half', fault: { kind: 'status', status: 500, probability: 0.5 }, classes: ['unreachable'] },
  { name: 'truncate once', fault: { kind: 'truncate', count: 1 }, classes: [] },
  { name: 'reset once', fault: { kind: 'reset', count: 1 }, classes: [] },
  { name: 'missing-page once', fault: { kind: 'missing-page', count: 1 }, classes: ['truncated'] },
  {
    name: 'empty once',
    fault: { kind: 'empty', count: 1 },
    classes: ['truncated', 'shrunken', 'invalid'],
    download: ['truncated'],
  },
]

const moving: readonly FaultVariant[] = [
  { name: 'edit once', fault: { kind: 'edit', count: 1 }, classes: [], moves: true },
  { name: 'edit', fault: { kind: 'edit' }, classes: ['fuzzy'], moves: true },
]

/** Those that move what is compared come last. */
export const faultVariants: readonly FaultVariant[] = [...always, ...passing, ...moving]
