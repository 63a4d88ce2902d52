/** `audit verify [FILE]`: a report by itself and by the ledger, the ledger, and the history that it remembers. */
import { readPublicKey } from '../../audit/ledger/keys.ts'
import {
  type LedgerVerdict,
  readSealed,
  verifyAlone,
  verifyHistory,
  verifyInLedger,
  verifyLedger,
} from '../../audit/ledger/verify.ts'
import { VaultMissing } from '../../model/errors.ts'
import { plural } from '../../model/plural.ts'
import { openLedger } from '../../vault/ledger.ts'
import { openVault } from '../../vault/vault.ts'
import type { CommandContext } from '../command.ts'
import { exitCodes } from '../exit-code.ts'
import { printable } from '../terminal.ts'

/** Exit code 13 where anything is not as it was. */
export async function verify(context: CommandContext): Promise<number> {
  const { args, terminal, signal } = context
  const config = context.config()
  const keyFile = config['audit.publicKeyFile']
  const trusted = keyFile === null ? null : readPublicKey(keyFile)
  const file = args[1]
  let wrong = 0
  const tell = ({ ok, where, text }: LedgerVerdict) => {
    if (!ok) wrong++
    terminal.event('verdict', { ok, where, text })
    terminal.line(`${ok ? terminal.colors.green('✓') : terminal.colors.red('✗')} ${printable(text)}`)
  }
  const sealed = file === undefined ? null : readSealed(file)
  if (sealed?.sealed) for (const verdict of verifyAlone(sealed.sealed, trusted)) tell(verdict)
  try {
    for await (const verdict of verifyVault(config['vault.path'], sealed, trusted, signal)) tell(verdict)
  } catch (error) {
    // A report that somebody was sent is verified without the vault.
    if (!(error instanceof VaultMissing) || !sealed?.sealed) throw error
    terminal.line(`no vault at ${config['vault.path']}: verified by itself only`)
  }
  terminal.event('summary', { ok: wrong === 0, wrong, file: file ?? null })
  terminal.line(wrong === 0 ? 'nothing was changed' : `${wrong} not as it was`)
  return wrong === 0 ? exitCodes.done : exitCodes.damage
}

async function* verifyVault(
  path: string,
  sealed: ReturnType<typeof readSealed> | null,
  trusted: ReturnType<typeof readPublicKey> | null,
  signal: AbortSignal,
): AsyncGenerator<LedgerVerdict> {
  const ledger = openLedger(path, 'read')
  try {
    if (sealed) yield verifyInLedger(ledger.entries(), sealed)
    yield* verifyLedger(ledger.entries(), trusted)
    const vault = openVault(path)
    try {
      yield* verifyHistory(ledger.entries(), [...vault.snapshots(), ...vault.pruned()])
      let damage = 0
      for await (const { severity, message } of vault.check({ signal })) {
        if (severity !== 'damage') continue
        damage++
        yield { ok: false, where: 'history', text: message }
      }
      const pruned = vault.pruned().length
      const but = pruned === 0 ? '' : `; what ${plural(pruned, 'pruned one')} held cannot be proved any more`
      if (damage === 0) yield { ok: true, where: 'history', text: `every snapshot is as it was sealed${but}` }
    } finally {
      vault.close()
    }
  } finally {
    ledger.close()
  }
}
