/** The drill in which the real platform imports what a restore would send, as revisions that no space gets. */

import { openListenerPublisher } from '../src/restore/publish/listener-publisher.ts'
import { assertReachable } from '../src/restore/publish/reachable.ts'
import type { RestoreEvent } from '../src/restore/restoring.ts'
import type { Vault } from '../src/vault/vault.ts'
import type { DrillReport } from '../src/verify/drill.ts'
import { runStandaloneDrill } from '../src/verify/standalone/run-standalone.ts'
import { withClient, withHeld } from './held.ts'
import type { JobContext } from './job.ts'
import { exactReading } from './read-settings.ts'

/** Of every drill. */
export interface DrillWish {
  vault: Vault
  snapshot: number
  /** Ids. */
  spaces?: readonly string[]
  /** Number among the drills of the vault. */
  drill: number
}

export async function drillStandalone(
  context: JobContext<RestoreEvent>,
  wish: DrillWish,
): Promise<DrillReport> {
  const { config, signal, report } = context
  const [host, publicUrl] = [config['restore.host'], config['restore.publicUrl']]
  const why = 'the service imports by cloning from docvault'
  assertReachable({ host, publicUrl, platformUrl: config['platform.url'] ?? '', why })
  const publisher = await openListenerPublisher({
    host,
    port: config['restore.port'],
    publicUrl,
    expiresMs: config['restore.expires'],
  })
  try {
    return await withHeld(context, 'docvault drill', held =>
      withClient(held, signal, platform =>
        runStandaloneDrill({ ...wish, platform, publisher, backup: exactReading(config), signal, report }),
      ),
    )
  } finally {
    await publisher.close()
  }
}
