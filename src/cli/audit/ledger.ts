/** `audit ledger`: every report that was ever made, and the head hash to keep elsewhere. */
import { openLedger } from '../../vault/ledger.ts'
import type { CommandContext } from '../command.ts'
import { exitCodes } from '../exit-code.ts'
import { formatTime } from '../format.ts'
import { printable } from '../terminal.ts'

export async function auditLedger({ config, terminal }: CommandContext): Promise<number> {
  const ledger = openLedger(config()['vault.path'], 'read')
  try {
    for (const { number, hash, previous, body, signature } of ledger.entries()) {
      const said: Record<string, unknown> = JSON.parse(body)
      terminal.event('entry', { hash, previous, signed: signature !== null, ...said })
      const what =
        said.entry === 'file' ? `file of entry ${said.report} (${said.format})` : `report of ${said.report}`
      const mark = signature === null ? 'not signed' : 'signed'
      terminal.line(printable(`${number}  ${formatTime(String(said.at))}  ${what}  ${mark}  ${hash}`))
    }
    const head = ledger.head()
    terminal.event('summary', { entries: head?.number ?? 0, head: head?.hash ?? null })
    terminal.line(head ? `head: ${head.hash} (copy it elsewhere)` : 'no report was made yet')
    return exitCodes.done
  } finally {
    ledger.close()
  }
}
