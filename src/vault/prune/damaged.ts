/** What a prune says of a vault in which it takes nothing. */
import { DamageFound } from '../../model/errors.ts'

export function damaged(what: string): DamageFound {
  return new DamageFound(`nothing was pruned, because the vault is damaged: ${what}`, {
    hint: 'run `docvault check` to see what it belongs to, mend it, then prune again',
  })
}
