/**
 * What the web views are made from: vaults, by the platforms that they are of. The daemon and `docvault web` implement it. A
 * view reads a vault and asks nobody else, so that both show the same.
 */
import type { FindData } from '../../jobs/find.ts'
import type { Resolution } from '../audit/access/resolve.ts'
import type { RetentionPolicy } from '../retention/policy.ts'
import type { FoundAnswer } from '../search/answer.ts'

export interface WebSource {
  version: string
  platforms(): readonly WebPlatform[]
  /** Milliseconds since the epoch. */
  now(): number
}

export interface WebPlatform {
  name: string
  vaultPath: string
  /** Of its schedules: times are shown in it. */
  timezone: string
  /** In force; empty: everything is kept. */
  policy: RetentionPolicy
  /** What plans and restores read of their targets is kept as long. Milliseconds. */
  readingsMs: number
  /** Of roles that somebody has in several ways. */
  resolution: Resolution
  find(data: FindData, signal: AbortSignal): Promise<FoundAnswer>
}
