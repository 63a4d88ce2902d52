/** What the benchmarks share: a backup in this process, as the command runs it, and sizes. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { loadConfig } from '../config/load.ts'
import { backup } from '../jobs/backup.ts'
import type { SnapshotSummary } from '../src/model/snapshot.ts'

export interface Target {
  url: string
  token: string
}

/** Throws unless the snapshot is complete: an incomplete one measures nothing. */
export async function backUpInto(
  vault: string,
  target: Target,
  settings: Readonly<Record<string, string>> = {},
): Promise<SnapshotSummary> {
  const env = {
    DOCVAULT_PLATFORM_URL: target.url,
    DOCVAULT_PLATFORM_TOKEN: target.token,
    DOCVAULT_VAULT_PATH: vault,
    ...settings,
  }
  const config = loadConfig({ env })
  const context = { config, signal: undefined, report: () => {} }
  const [summary] = await backup.run(context, { trigger: 'bench' })
  if (summary?.state === 'complete') return summary
  throw new Error(`the backup ended ${summary?.state}: ${JSON.stringify(summary?.gaps)}`)
}

export function folderBytes(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]]
  if (low === undefined || high === undefined) throw new Error('there is nothing to take the median of')
  return (low + high) / 2
}

export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** Theil and Sen: the median of the slopes between any two points, which few that lie far off do not move. */
export function robustSlopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const slopes = points.flatMap(([x, y], at) =>
    points.slice(at + 1).flatMap(([other, height]) => (other === x ? [] : [(height - y) / (other - x)])),
  )
  return median(slopes)
}
