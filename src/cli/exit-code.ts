/** The only place that turns an error into an exit code (the contract is design's, see the README's table). */
import { DocvaultError } from '../model/errors.ts'

export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  partial: 3,
  noVault: 10,
  vaultLocked: 11,
  tokenRefused: 12,
  damage: 13,
  differences: 14,
  approvalNeeded: 15,
  interrupted: 130,
} as const

export const exitCodeDocs: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: 'done',
  failed: 'failed',
  usage: 'wrong usage or configuration',
  partial: 'done, but partial: the snapshot has gaps, or steps of a restore failed',
  noVault: 'no vault there',
  vaultLocked:
    'the vault is locked by another process, or by a daemon that takes no work from this command, or it is of another host',
  tokenRefused: 'the platform refused the token; or no key or passphrase that was given opens the replica',
  damage: 'damage found',
  differences: 'a drill, or the check after a restore, found differences',
  approvalNeeded: 'nothing was done: it needs the approval of another person first',
  interrupted: 'interrupted',
}

/** By what the error calls itself: it may have come from the daemon. */
const ofCode: Readonly<Record<string, number>> = {
  usage: exitCodes.usage,
  'snapshot-pruned': exitCodes.usage,
  'vault-missing': exitCodes.noVault,
  'vault-locked': exitCodes.vaultLocked,
  'vault-fenced': exitCodes.vaultLocked,
  'vault-elsewhere': exitCodes.vaultLocked,
  unauthorized: exitCodes.tokenRefused,
  'replica-passphrase': exitCodes.tokenRefused,
  'replica-key': exitCodes.tokenRefused,
  damage: exitCodes.damage,
  'approval-needed': exitCodes.approvalNeeded,
  interrupted: exitCodes.interrupted,
  cancelled: exitCodes.interrupted,
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof DocvaultError) return ofCode[error.code] ?? exitCodes.failed
  return isAbort(error) ? exitCodes.interrupted : exitCodes.failed
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}
