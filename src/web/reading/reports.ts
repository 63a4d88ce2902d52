/** Reports in the ledgers of the vaults, with the files that they were written to, of what a visitor may audit. */
import { z } from 'zod'
import { DocvaultError } from '../../model/errors.ts'
import { openLedger } from '../../vault/ledger.ts'
import type { WebPlatform } from '../source.ts'
import { auditsIn } from '../visitor.ts'
import type { Asked } from './asked.ts'

const reportSchema = z.object({
  entry: z.literal('report'),
  number: z.number(),
  at: z.string(),
  report: z.string(),
  organization: z.string(),
  sha256: z.string(),
  counts: z.record(z.string(), z.number()),
  partial: z.boolean(),
  snapshots: z.array(z.object({ snapshot: z.number() })),
})
const fileSchema = z.object({ entry: z.literal('file'), report: z.number(), format: z.string() })

export interface ReportRead extends z.infer<typeof reportSchema> {
  platform: string
  signed: boolean
  /** Formats of the files that were made of it. */
  files: readonly string[]
}

/** The newest first. Entries of other kinds are left out. */
export function reportsOf({ source, readers, visitor }: Asked): ReportRead[] {
  const all = source.platforms().flatMap(platform => {
    try {
      // A vault that cannot be read is told of by the front page.
      readers.of(platform)
      return reportsIn(platform)
    } catch (error) {
      if (error instanceof DocvaultError) return []
      throw error
    }
  })
  return all
    .filter(({ organization }) => auditsIn(visitor, organization))
    .sort((a, b) => b.at.localeCompare(a.at) || b.number - a.number)
}

function reportsIn({ name, vaultPath }: WebPlatform): ReportRead[] {
  const ledger = openLedger(vaultPath, 'read')
  try {
    const reports: Omit<ReportRead, 'files'>[] = []
    const files = new Map<number, string[]>()
    for (const { body, signature } of ledger.entries()) {
      const said = bodyOf(body)
      const report = reportSchema.safeParse(said)
      if (report.success) reports.push({ ...report.data, platform: name, signed: signature !== null })
      const file = fileSchema.safeParse(said)
      if (file.success)
        files.set(file.data.report, [...(files.get(file.data.report) ?? []), file.data.format])
    }
    return reports.map(report => ({ ...report, files: files.get(report.number) ?? [] }))
  } finally {
    ledger.close()
  }
}

/** Null where it is not what docvault enters: `docvault check` says so. */
function bodyOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
