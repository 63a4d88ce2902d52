/** What an SFTP server and the way to it refuse, as what it is to a replica. */
import { DocvaultError } from '../../../model/errors.ts'
import { ObjectAbsent, TargetRefused, TargetUnreachable } from '../../errors.ts'

/** Numbers of draft-ietf-secsh-filexfer-02, which everybody speaks. */
export const STATUS = { eof: 1, noSuchFile: 2, permissionDenied: 3, failure: 4, unsupported: 8 }

export async function withSftpErrors<T>(
  place: { target: string; key: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw named(place, error)
  }
}

function named({ target, key }: { target: string; key: string }, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DocvaultError) return error
  const status = statusOf(error)
  if (status === STATUS.noSuchFile) return new ObjectAbsent(target, key)
  if (status === STATUS.permissionDenied) return new TargetRefused(target, `${key}: ${error.message}`)
  // It says no more than that, and would say it again.
  if (status === STATUS.failure)
    return new TargetUnreachable(target, `${key}: ${error.message}`, { retry: 'never' })
  if ('level' in error && error.level === 'client-authentication')
    return new TargetRefused(target, 'the server does not accept the user and the key', {
      hint: 'add the public key to ~/.ssh/authorized_keys of that user on the server',
    })
  if (/Cannot parse privateKey|Encrypted/.test(error.message)) return new TargetRefused(target, error.message)
  if (error instanceof TypeError || error instanceof RangeError) return error
  return new TargetUnreachable(target, error.message)
}

/** Null: not an answer of the server. */
export function statusOf(error: unknown): number | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : null
}
