/** What the vault's ledger remembers that was done, whatever it is: acts that this file does not know are read all the same. */
import { z } from 'zod'
import type { LedgerEntry } from '../vault/ledger.ts'

export interface LedgerAct {
  /** Of its entry. */
  number: number
  /** ISO 8601, UTC. */
  at: string
  act: string
  by: string
  /** What it was done to, as it was entered. */
  fields: Readonly<Record<string, unknown>>
}

export interface KnownActs {
  acts: LedgerAct[]
  /** When the first entry of the ledger was made, whatever it says; null: none was by then. */
  recordedFrom: string | null
  /** The last entry before the end of the period. */
  head: { number: number; hash: string } | null
  /** Entries that are no JSON of ours. */
  unreadable: number
}

const entrySchema = z.looseObject({ at: z.string() })
const actSchema = z.looseObject({ entry: z.literal('act'), at: z.string(), act: z.string(), by: z.string() })
const OWN = ['entry', 'number', 'at', 'act', 'by', 'key']

/** `end`: in milliseconds since the epoch; what was entered from then on is left out. */
export function readActs(entries: Iterable<LedgerEntry>, end: number): KnownActs {
  const known: KnownActs = { acts: [], recordedFrom: null, head: null, unreadable: 0 }
  for (const { number, hash, body } of entries) {
    const said = entrySchema.safeParse(parse(body))
    if (!said.success) {
      known.unreadable++
      continue
    }
    if (Date.parse(said.data.at) >= end) continue
    known.recordedFrom ??= said.data.at
    known.head = { number, hash }
    const act = actSchema.safeParse(said.data)
    if (!act.success) continue
    const fields = Object.fromEntries(Object.entries(act.data).filter(([name]) => !OWN.includes(name)))
    known.acts.push({ number, at: act.data.at, act: act.data.act, by: act.data.by, fields })
  }
  return known
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
