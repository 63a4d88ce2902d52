/** Keeps a folder of bundles, and its history in Git, up to date with the newest snapshot of each organization. */

import { mirrorSnapshot } from '../src/export/mirror.ts'
import { commitMirror } from '../src/export/mirror-git.ts'
import { UsageError } from '../src/model/errors.ts'
import { plural } from '../src/model/plural.ts'
import { sealedBackups } from '../src/vault/sealed-backups.ts'
import { dropGitLocks } from './git-locks.ts'
import { inOnePiece, type JobData, type Outcome, type QueuedContext, queued } from './job.ts'
import { eachKeptOrganization } from './organizations.ts'

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

async function runMirror(
  { config, held, signal }: QueuedContext,
  { organization }: JobData,
): Promise<Outcome> {
  const path = config['mirror.path']
  if (path === null) return { state: 'skipped', message: 'mirror.path is not set' }
  if (organization === undefined) throw new UsageError('this job needs an organization')
  const vault = await held.vault()
  // The newest by now: of several that wait, the first does the work of all.
  const snapshot = sealedBackups(vault, organization).at(-1)
  if (!snapshot) return { state: 'skipped', message: 'there is no snapshot yet' }
  const { folder, written, removed } = await mirrorSnapshot(vault, { snapshot, path, signal })
  const words = `${plural(written, 'space')} written, ${removed} removed`
  if (!config['mirror.git']) return { state: 'done', message: `snapshot ${snapshot.snapshot}: ${words}` }
  await dropGitLocks(folder, signal)
  const [author, remote] = [config['mirror.gitAuthor'], config['mirror.gitRemote']]
  const committed = await commitMirror({ folder, snapshot, author, remote, signal })
  const end = committed ? 'committed' : 'nothing to commit'
  return { state: 'done', message: `snapshot ${snapshot.snapshot}: ${words}, ${end}` }
}
