/** Keeps a folder of bundles, and its history in Git, up to date with the newest snapshot of each organization. */

import { mirrorSnapshot } from '../src/export/mirror.ts'
import { commitMirror } from '../src/export/mirror-git.ts'
import { UsageError } from '../src/model/errors.ts'
import { plural } from '../src/model/plural.ts'
import { newestBackup } from '../src/vault/sealed-backups.ts'
import { openVault } from '../src/vault/vault.ts'
import { apart } from './apart.ts'
import { dropGitLocks } from './git-locks.ts'
import { inOnePiece, type JobData, type Outcome, type QueuedContext, queued } from './job.ts'
import { eachKeptOrganization } from './organizations.ts'

interface MirrorData {
  organization: string
}

export const mirrorReading = apart<MirrorData, Outcome, never>({
  name: 'mirror',
  doc: 'Writes the newest snapshot of an organization as bundles where mirror.path says, and commits it.',
  async run({ config, signal = new AbortController().signal }, { organization }) {
    const path = config['mirror.path']
    if (path === null) return { state: 'skipped', message: 'mirror.path is not set' }
    const vault = openVault(config['vault.path'], { timezone: config['schedules.timezone'] })
    try {
      // The newest by now: of several that wait, the first does the work of all.
      const snapshot = newestBackup(vault, organization)
      if (!snapshot) return { state: 'skipped', message: 'there is no snapshot yet' }
      const { folder, written, removed, rendered } = await mirrorSnapshot(vault, { snapshot, path, signal })
      const fromDocuments =
        rendered > 0 ? `, ${plural(rendered, 'page')} rendered from documents for want of the Markdown` : ''
      const words = `snapshot ${snapshot.snapshot}: ${plural(written, 'space')} written, ${removed} removed${fromDocuments}`
      if (!config['mirror.git']) return { state: 'done', message: words }
      await dropGitLocks(folder, signal)
      const [author, remote] = [config['mirror.gitAuthor'], config['mirror.gitRemote']]
      const committed = await commitMirror({ folder, snapshot, author, remote, signal })
      return { state: 'done', message: `${words}, ${committed ? 'committed' : 'nothing to commit'}` }
    } finally {
      vault.close()
    }
  },
})

export const mirror = queued({
  name: 'mirror',
  doc: 'Writes the newest snapshot of each organization as bundles where mirror.path says, and commits it.',
  holds: 'itself',
  priority: 10,
  attempts: 5,
  after: ['backup', 'sync'],
  isWanted: config => config['mirror.path'] !== null,
  each: eachKeptOrganization,
  open: async (context, data) => inOnePiece(() => runMirror(context, data)),
})

async function runMirror(context: QueuedContext, { organization }: JobData): Promise<Outcome> {
  if (organization === undefined) throw new UsageError('this job needs an organization')
  return mirrorReading.run(context, { organization })
}
