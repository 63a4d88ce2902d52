/** The only place that turns an error into an exit code (the contract is design's, see the README's table). */
import {
  DamageFound,
  DocvaultError,
  Interrupted,
  UsageError,
  VaultLocked,
  VaultMissing,
} from '../model/errors.ts'
import { Unauthorized } from '../platform/errors.ts'

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
  interrupted: 130,
} as const

export const exitCodeDocs: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: 'done',
  failed: 'failed',
  usage: 'wrong usage or configuration',
  partial: 'done, but partial: the snapshot has gaps, or steps of a restore failed',
  noVault: 'no vault there',
  vaultLocked: 'the vault is locked by another process',
  tokenRefused: 'the platform refused the token',
  damage: 'damage found',
  differences: 'a drill, or the check after a restore, found differences',
  interrupted: 'interrupted',
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCodes.usage
  if (error instanceof VaultMissing) return exitCodes.noVault
  if (error instanceof VaultLocked) return exitCodes.vaultLocked
  if (error instanceof Unauthorized) return exitCodes.tokenRefused
  if (error instanceof DamageFound) return exitCodes.damage
  if (error instanceof Interrupted || isAbort(error)) return exitCodes.interrupted
  return exitCodes.failed
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && !(error instanceof DocvaultError) && error.name === 'AbortError'
}
