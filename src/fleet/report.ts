/** How a platform stands, as the host that holds its vault tells the others. */
import { z } from 'zod'

export const platformReportSchema = z.object({
  /** How many conditions last. */
  conditions: z.number(),
  /** Of the gravest of them: 0 is worse than 1. Null: none lasts. */
  gravity: z.number().nullable(),
  /** That one, in a line. */
  why: z.string().nullable(),
  /** Of its organizations, the oldest of their newest complete snapshots began then. ISO 8601, UTC; null: one has none. */
  complete: z.string().nullable(),
})
export type PlatformReport = z.infer<typeof platformReportSchema>

/** What is longer is cut: some hundred of them are in the memory of Redis, and of each host. */
export const LONGEST_WHY = 300
