/** How a restore and a drill read: everything, exactly, and believing what they see, however little it is. */
import type { Config } from '../config/settings.ts'

export function exactReading(config: Config) {
  return {
    formats: ['document', 'markdown'],
    markdown: 'with-documents' as const,
    markdownPerRun: 0,
    alsoRead: [],
    exact: true,
    exactEveryMs: 0,
    listsEveryMs: 0,
    rereadFrozenEveryMs: 0,
    maxDurationMs: 0,
    maxGaps: 0,
    knownSites: config['platform.sites'],
    rounds: config['backup.rounds'],
    shrinkGuardPercent: 0,
    shrinkGuardFrom: config['backup.shrinkGuardFrom'],
    concurrency: config['platform.concurrency'],
    spacesAtOnce: config['backup.spacesAtOnce'],
  }
}
