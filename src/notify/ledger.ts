/**
 * What was told already: turns the conditions that hold now into messages about what began, what goes on for long and
 * what is over. Its state is plain data, so that a restart repeats nothing.
 */
import { z } from 'zod'
import { CONDITION_KINDS, type Condition, type Message } from './condition.ts'

const entrySchema = z.object({
  key: z.string(),
  kind: z.enum(CONDITION_KINDS),
  // An earlier version kept neither.
  platform: z.string().nullable().default(null),
  organization: z.string().nullable().default(null),
  title: z.string(),
  text: z.string(),
  advice: z.string(),
  path: z.string().optional(),
  /** Milliseconds since the epoch. */
  since: z.number(),
  toldAt: z.number(),
  times: z.number(),
})
export type LedgerEntry = z.infer<typeof entrySchema>

export interface LedgerOptions {
  repeatAfterMs: number
  now: number
  link: string | null
}

export function parseLedger(raw: unknown): LedgerEntry[] {
  if (!Array.isArray(raw)) return []
  // One of a kind that is no more takes no other with it.
  return raw.flatMap(entry => entrySchema.safeParse(entry).data ?? [])
}

export function advance(
  before: readonly LedgerEntry[],
  conditions: readonly Condition[],
  options: LedgerOptions,
): { entries: LedgerEntry[]; messages: Message[] } {
  const messages: Message[] = []
  const tell = (event: Message['event'], entry: LedgerEntry) => {
    const { toldAt: _, path, since, ...rest } = entry
    const link = options.link && linkTo(options.link, path)
    messages.push({ ...rest, event, since: new Date(since).toISOString(), link })
  }
  const current = new Map(conditions.map(condition => [condition.key, condition]))
  for (const entry of before) if (!current.has(entry.key)) tell('end', entry)
  const entries = [...current.values()].map(condition => {
    const known = before.find(earlier => earlier.key === condition.key)
    const entry = renew(known, condition, options)
    if (!known) tell('begin', entry)
    if (!known || options.now - known.toldAt < options.repeatAfterMs) return entry
    tell('again', entry)
    return { ...entry, toldAt: options.now, times: 0 }
  })
  return { entries, messages }
}

function linkTo(publicUrl: string, path: string | undefined): string {
  return path === undefined ? publicUrl : `${publicUrl.replace(/\/$/, '')}${path}`
}

function renew(known: LedgerEntry | undefined, condition: Condition, { now }: LedgerOptions): LedgerEntry {
  if (!known) return { ...condition, since: now, toldAt: now, times: 1 }
  return { ...known, ...condition, times: known.times + 1 }
}
