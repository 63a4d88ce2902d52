/** What maintenance says of a vault in which it changes nothing. */
import { DamageFound } from '../../model/errors.ts'

export function damaged(what: string): DamageFound {
  return new DamageFound(`nothing was changed, because the vault is damaged: ${what}`, {
    hint: 'run `docvault check` to see what it belongs to, mend it, then run the same again',
  })
}
