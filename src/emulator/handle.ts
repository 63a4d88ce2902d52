/**
 * What whoever started an emulator holds in hands.
 */
import type { RevisionDescription } from './control/describe-revision.ts'
import type { ObjectName } from './control/objects.ts'
import type { Fault } from './faults/fault.ts'
import type { LoadResult } from './load/load-space.ts'
import type { RateWindow } from './protocol/rate-limit.ts'
import type { RequestCounts } from './protocol/request-log.ts'
import type { JsonObject } from './state/json-object.ts'

export interface Emulator {
  /** Base URL of the API, ending in `/v1`. */
  url: string
  token: string
  /** Id of the main organization. */
  organization: string
  /** Brings a space (id or title) to the state of a folder, as one edit. */
  load(space: string, folder: string): Promise<LoadResult>
  /** Since the last reset. */
  requests(): RequestCounts
  resetRequests(): void
  /** How each window of the rate limit was used, oldest first. */
  rateWindows(): readonly RateWindow[]
  fault(fault: Fault): void
  clearFaults(): void
  setNow(nowMs: number): void
  /** Sets raw fields of one object; content is edited, with a new revision. */
  patch(object: ObjectName, id: string, set: JsonObject): void
  remove(object: ObjectName, id: string): void
  /** Answers the new object's id. */
  create(object: ObjectName, set: JsonObject): string
  /** Audit events name this person from now on; null: the owner of the token. */
  actAs(user: string | null): void
  state(): JsonObject
  /** Any revision that a space ever had; all are kept. */
  revision(space: string, id: string): RevisionDescription
  /** Breaks off whatever is in flight; idempotent. */
  close(): Promise<void>
}
