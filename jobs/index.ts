/** What the daemon does. Adding a job is one file and one line here. */
import { nightlyBackup } from './backup.ts'
import { dailyCheck } from './check.ts'
import type { QueuedJob } from './job.ts'
import { mirror } from './mirror.ts'
import { sync } from './sync.ts'

export const jobs: readonly QueuedJob[] = [nightlyBackup, sync, mirror, dailyCheck]
