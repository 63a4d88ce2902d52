/** A target as somebody writes it: a folder, a bucket or a folder on an SFTP server; anything else is refused by name. */
import { resolve } from 'node:path'
import { UsageError } from '../model/errors.ts'
import type { ReplicaStore } from './store.ts'
import { openFolderStore } from './stores/folder.ts'
import { s3TargetOf } from './stores/s3/target.ts'
import { openS3Store } from './stores/s3.ts'
import { sftpTargetOf } from './stores/sftp/target.ts'
import { openSftpStore } from './stores/sftp.ts'
import { NO_TARGET_SETTINGS, type TargetSettings } from './target-settings.ts'

/** Asks nobody yet. Throws UsageError, and StorePackageMissing. */
export async function openStore(
  target: string,
  settings: TargetSettings = NO_TARGET_SETTINGS,
): Promise<ReplicaStore> {
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(target)?.[1]?.toLowerCase()
  if (scheme === 's3') return openS3Store(s3TargetOf(target, settings))
  if (scheme === 'sftp') return openSftpStore(sftpTargetOf(target, settings))
  if (target === '' || (scheme !== undefined && scheme !== 'file'))
    throw new UsageError(`"${target}" is no target of a replica`, {
      hint: 'name a folder (/mnt/disk/replica), a bucket (s3://bucket/folder) or a server (sftp://user@host/folder)',
    })
  return openFolderStore(resolve(target.replace(/^file:(\/\/)?/i, '')))
}
