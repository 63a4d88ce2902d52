/** Opens a target by its name: a folder, a bucket or a folder on an SFTP server; anything else is refused by name. */
import type { ReplicaStore } from './store.ts'
import { openFolderStore } from './stores/folder.ts'
import { s3TargetOf } from './stores/s3/target.ts'
import { openS3Store } from './stores/s3.ts'
import { sftpTargetOf } from './stores/sftp/target.ts'
import { openSftpStore } from './stores/sftp.ts'
import { targetNameOf } from './target-name.ts'
import { NO_TARGET_SETTINGS, type TargetSettings } from './target-settings.ts'

/** Asks nobody yet. Throws UsageError, and StorePackageMissing. */
export async function openStore(
  target: string,
  settings: TargetSettings = NO_TARGET_SETTINGS,
): Promise<ReplicaStore> {
  const { kind, name } = targetNameOf(target)
  if (kind === 's3') return openS3Store(s3TargetOf(name, settings))
  if (kind === 'sftp') return openSftpStore(sftpTargetOf(name, settings))
  return openFolderStore(name)
}
