import { backup as job } from '../../jobs/backup.ts'
import type { SnapshotSummary } from '../model/snapshot.ts'
import type { CommandContext, CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { formatBytes, formatDuration, plural } from './format.ts'
import { makeProgress } from './progress.ts'
import { printable, type Terminal } from './terminal.ts'

export const backup: CommandModule = {
  examples: [
    ['docvault backup', 'every organization that the token can see'],
    ['docvault backup --exact', 'read again what has no exact change token'],
    ['docvault backup --json | tail -n 1', 'the last summary, for a script'],
  ],
  define(command) {
    command
      .option('--org <id...>', 'only these organizations')
      .option('--space <id...>', 'only the content of these spaces; others are carried over')
      .option('--exact', 'read again everything that has no exact change token')
      .option('--allow-shrink', 'believe, this once, that what shrank really did')
  },
  async run(context) {
    const summaries = await takeSnapshots(context, context.terminal)
    for (const summary of summaries) context.terminal.event('summary', summary)
    return summaries.some(one => one.state !== 'complete') ? exitCodes.partial : exitCodes.done
  },
}

async function takeSnapshots(context: CommandContext, terminal: Terminal): Promise<SnapshotSummary[]> {
  const { options, signal } = context
  const config = context.config()
  const progress = makeProgress(terminal)
  const organizations = options.list('org')
  const spaces = options.list('space')
  try {
    const data = {
      trigger: 'manual',
      exact: options.flag('exact'),
      allowShrink: options.flag('allowShrink'),
      ...(organizations ? { organizations } : {}),
      ...(spaces ? { spaces } : {}),
    }
    const summaries = await job.run({ config, signal, report: progress.report }, data)
    // The bar must be gone before anything is printed below it.
    progress.stop()
    for (const summary of summaries) terminal.line(describeSummary(summary))
    return summaries
  } finally {
    progress.stop()
  }
}

function describeSummary(summary: SnapshotSummary): string {
  const { added, modified, removed, carried } = summary
  const lines = [
    `snapshot ${summary.snapshot} of ${printable(summary.organizationTitle)}: ${summary.state}`,
    `  ${added} added, ${modified} modified, ${removed} removed, ${carried} carried over`,
    `  ${plural(summary.requests, 'request')}, ${formatBytes(summary.bytes)} received, ${formatDuration(summary.duration_ms)}`,
  ]
  if (summary.gaps.length > 0)
    lines.push(`  ${plural(summary.gaps.length, 'gap')}: see \`docvault snapshots\``)
  for (const lack of summary.not_offered) {
    const reason = lack.reason === 'not allowed' ? 'not allowed' : 'not offered by this service'
    lines.push(`  ${reason}: ${lack.part ?? 'any'} of ${lack.kind} (${lack.operation})`)
  }
  return lines.join('\n')
}
