/**
 * What changed in a way that nobody does by accident: found after a backup, kept as an act in the ledger, open until a person
 * acknowledges it. Times are ISO 8601, UTC.
 */
import { z } from 'zod'

/** What is found; its id is `RULE-SNAPSHOT`. */
export const foundAnomalySchema = z.object({
  anomaly: z.string(),
  organization: z.string(),
  rule: z.string(),
  /** Where it was seen. */
  snapshot: z.number(),
  /** What has everything as it was before. It is pinned, as is the snapshot just before. */
  before: z.number(),
  /** In a sentence, without names of people: a ledger forgets nobody. */
  text: z.string(),
  /** What it is about: the spaces, the people, the organization; `space s1`. */
  subjects: z.array(z.string()),
})
export type FoundAnomaly = z.infer<typeof foundAnomalySchema>

export interface Anomaly extends FoundAnomaly {
  at: string
  /** Null: open. */
  ack: { by: string; at: string; reason: string } | null
}

export function isOpen({ ack }: Pick<Anomaly, 'ack'>): boolean {
  return ack === null
}

/** The command that ends one. */
export function ackCommand({ anomaly }: Pick<Anomaly, 'anomaly'>): string {
  return `docvault ack ${anomaly} --reason TEXT`
}

/** Why nothing of an organization is forgotten or pruned. */
export function frozenWords(open: readonly Pick<Anomaly, 'anomaly' | 'organization' | 'text'>[]): string[] {
  return open.map(
    of =>
      `organization ${of.organization} is frozen: ${of.anomaly} is open (${of.text}). Look at it; \`${ackCommand(of)}\` ends it`,
  )
}
