/** `sftp://user@host:port/folder`, with what is set about servers. */
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { UsageError } from '../../../model/errors.ts'
import { TARGET_TIMEOUT_MS, type TargetSettings } from '../../target-settings.ts'
import { DEFAULT_RETRIES } from '../retry.ts'
import type { SftpTarget } from './session.ts'

const SSH_PORT = 22

/** Throws UsageError, also for a key file that cannot be read. */
export function sftpTargetOf(name: string, settings: TargetSettings): SftpTarget {
  const url = URL.canParse(name) ? new URL(name) : null
  const root = decodeURIComponent(url?.pathname ?? '').replace(/\/+$/, '')
  if (url === null || url.hostname === '' || root === '')
    throw new UsageError('that is no folder on an SFTP server', { hint: 'write sftp://user@host/folder' })
  if (url.password !== '')
    throw new UsageError('a password has no place in the name of a target', {
      hint: 'log in with a key: replica.sshKeyFile, or the agent of SSH',
    })
  return {
    name,
    host: url.hostname,
    port: url.port === '' ? SSH_PORT : Number(url.port),
    user: url.username === '' ? userInfo().username : decodeURIComponent(url.username),
    root,
    hostKey: settings['replica.sshHostKey'],
    privateKey: privateKeyIn(settings['replica.sshKeyFile']),
    passphrase: settings['replica.sshPassphrase'],
    timeoutMs: TARGET_TIMEOUT_MS,
    retries: DEFAULT_RETRIES,
  }
}

function privateKeyIn(file: string | null): string | null {
  if (file === null) return null
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`replica.sshKeyFile: ${file} cannot be read`, { cause: error })
  }
}
