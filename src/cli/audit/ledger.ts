/** `audit ledger`: every report that was ever made, every act on annotations, and the head hash to keep elsewhere. */

import { formatTime } from '../../model/format.ts'
import { openLedger } from '../../vault/ledger.ts'
import type { CommandContext } from '../command.ts'
import { exitCodes } from '../exit-code.ts'
import { printable } from '../terminal.ts'

export async function auditLedger({ config, terminal }: CommandContext): Promise<number> {
  const ledger = openLedger(config()['vault.path'], 'read')
  try {
    for (const { number, hash, previous, body, signature } of ledger.entries()) {
      const said = saidIn(body)
      terminal.event('entry', { hash, previous, signed: signature !== null, ...said })
      const at = typeof said.at === 'string' ? formatTime(said.at) : 'no time'
      const mark = signature === null ? 'not signed' : 'signed'
      terminal.line(printable(`${number}  ${at}  ${wordsOf(said)}  ${mark}  ${hash}`))
    }
    const head = ledger.head()
    terminal.event('summary', { entries: head?.number ?? 0, head: head?.hash ?? null })
    terminal.line(head ? `head: ${head.hash} (copy it elsewhere)` : 'nothing was entered yet')
    return exitCodes.done
  } finally {
    ledger.close()
  }
}

type Said = Readonly<Record<string, unknown>>

/** Nothing where the text is not what docvault enters: `check` and `audit verify` say what is wrong with it. */
function saidIn(body: string): Said {
  try {
    const said: unknown = JSON.parse(body)
    return typeof said === 'object' && said !== null ? { ...said } : {}
  } catch {
    return {}
  }
}

function wordsOf(said: Said): string {
  if (said.entry === 'report') return `report of ${said.report}`
  if (said.entry === 'file') return `file of entry ${said.report} (${said.format})`
  return said.entry === 'act' ? actWords(said) : 'what docvault does not enter: see `docvault check`'
}

/** `pin snapshot 3, by ada`. */
function actWords({ act, anomaly, by, snapshot, snapshots, tag, hold }: Said): string {
  const number = typeof hold === 'object' && hold !== null && 'hold' in hold ? hold.hold : hold
  const what = [
    ...(anomaly === undefined ? [] : [`${anomaly} in`]),
    ...(snapshot === undefined ? [] : [`snapshot ${snapshot}`]),
    ...(tag === undefined ? [] : [`as ${tag}`]),
    ...(snapshots === undefined ? [] : [`snapshots ${snapshots}`]),
    ...(number === undefined ? [] : [act === 'hold' ? number : `hold ${number}`]),
  ]
  return `${[act, ...what].join(' ')}, by ${by}`
}
