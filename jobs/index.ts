/** What the daemon does. Adding a job is one file and one line here. */
import { weeklyAuditReport } from './audit-report.ts'
import { nightlyBackup } from './backup.ts'
import { dailyCheck } from './check.ts'
import { scheduledCompact } from './compact.ts'
import { weeklyDrill } from './drill.ts'
import { nightlyForget } from './forget.ts'
import type { QueuedJob } from './job.ts'
import { mirror } from './mirror.ts'
import { monthlyReports } from './monthly-report.ts'
import { weeklyPrune } from './prune.ts'
import { replication } from './replication.ts'
import { scheduledIndex } from './search-index.ts'
import { sync } from './sync.ts'
import { triggeredRestore } from './triggered-restore.ts'

export const jobs: readonly QueuedJob[] = [
  nightlyBackup,
  sync,
  mirror,
  replication,
  scheduledIndex,
  dailyCheck,
  nightlyForget,
  weeklyPrune,
  scheduledCompact,
  weeklyAuditReport,
  monthlyReports,
  weeklyDrill,
  triggeredRestore,
]
