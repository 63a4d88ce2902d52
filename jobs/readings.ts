/** The jobs that a reader process can do. Adding one is a line here, and `apart` around it. */
import { auditReport } from './audit-report.ts'
import { bundleReading } from './bundle.ts'
import { changeDigest } from './change-digest.ts'
import { checkReading } from './check.ts'
import { drill } from './drill.ts'
import { find } from './find.ts'
import type { Job } from './job.ts'
import { mirrorReading } from './mirror.ts'
import { monthlyReport } from './monthly-report.ts'
import { replicate } from './replicate.ts'
import { searchIndex } from './search-index.ts'

export const readings: readonly Job<unknown, unknown, unknown>[] = [
  auditReport,
  bundleReading,
  changeDigest,
  checkReading,
  drill,
  find,
  mirrorReading,
  monthlyReport,
  replicate,
  searchIndex,
]
