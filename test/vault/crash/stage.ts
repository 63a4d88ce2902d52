/** Everything that operations are done on and with; closed at the end. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPlatform } from './platform.ts'
import type { Stage } from './record.ts'
import { compileShim, startShimmed } from './shimmed.ts'

export interface OpenStage extends Stage {
  close(): Promise<void>
}

export async function openStage(): Promise<OpenStage> {
  // In memory where that is possible: what would reach a disk is what the recording says.
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'docvault-crash-'))
  const platform = await startPlatform(join(folder, 'platform'))
  const shimmed = startShimmed(compileShim(folder), folder)
  return {
    folder,
    platform,
    shimmed,
    async close() {
      await shimmed.stop()
      await platform.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
