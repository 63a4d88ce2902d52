/** Organizations that the last list named in a way that nobody can ask for: kept in the vault until a list has none. */
import { z } from 'zod'
import type { LeftOut } from '../src/backup/events.ts'
import type { Vault, WritableVault } from '../src/vault/vault.ts'

const FACT = 'organizations left out'
const MOST = 20
const keptSchema = z.array(
  z.object({ type: z.literal('left-out'), organization: z.string().nullable(), message: z.string() }),
)

export function keepLeftOut(vault: WritableVault, list: readonly LeftOut[]): void {
  const text = JSON.stringify(list.slice(0, MOST))
  if ((vault.fact(FACT) ?? '[]') !== text) vault.setFact(FACT, text)
}

export function keptLeftOut(vault: Vault): readonly LeftOut[] {
  const text = vault.fact(FACT)
  return text === null ? [] : keptSchema.parse(JSON.parse(text))
}
