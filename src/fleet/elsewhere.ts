/** A vault that another host works on. Exit code 11. */
import { DocvaultError } from '../model/errors.ts'
import type { Place } from './placement.ts'

export class VaultElsewhere extends DocvaultError {
  constructor(path: string, place: Place | null, why: string) {
    const where = place === null ? '' : ` (host ${place.host}, epoch ${place.epoch})`
    super('vault-elsewhere', `the vault ${path} is not for this host: ${why}${where}`, {
      hint: '`docvault fleet list` shows which vault is where',
      retry: 'later',
    })
  }
}
