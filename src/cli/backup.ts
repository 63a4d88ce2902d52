import { backup as job } from '../../jobs/backup.ts'
import type { BackupEvent } from '../backup/events.ts'
import { formatBytes, formatDuration } from '../model/format.ts'
import { pendingBehind } from '../model/markdown-pending.ts'
import { plural } from '../model/plural.ts'
import type { NotOffered, SnapshotSummary } from '../model/snapshot.ts'
import type { CommandContext, CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { perform } from './perform.ts'
import { makeProgress } from './progress.ts'
import { stateColor } from './state-color.ts'
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
    const { summaries, leftOut } = await takeSnapshots(context, context.terminal)
    for (const summary of summaries) context.terminal.event('summary', summary)
    const isWhole = leftOut === 0 && summaries.every(summary => summary.state === 'complete')
    return isWhole ? exitCodes.done : exitCodes.partial
  },
}

interface Taken {
  summaries: SnapshotSummary[]
  /** Organizations that could not even be asked for. */
  leftOut: number
}

async function takeSnapshots(context: CommandContext, terminal: Terminal): Promise<Taken> {
  const { options } = context
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
    let leftOut = 0
    const report = (event: BackupEvent) => {
      if (event.type === 'left-out') leftOut++
      progress.report(event)
    }
    const summaries = await perform(context, job, data, report)
    // The bar must be gone before anything is printed below it.
    progress.stop()
    for (const summary of summaries) terminal.line(describeSummary(summary, terminal))
    return { summaries, leftOut }
  } finally {
    progress.stop()
  }
}

function describeSummary(summary: SnapshotSummary, terminal: Terminal): string {
  const { added, modified, removed, carried } = summary
  const lines = [
    `snapshot ${summary.snapshot} of ${printable(summary.organizationTitle)}: ${stateColor(terminal)(summary.state)}${pendingBehind(summary)}`,
    `  ${added} added, ${modified} modified, ${removed} removed, ${carried} carried over`,
    `  ${plural(summary.requests, 'request')}, ${formatBytes(summary.bytes)} received, ${formatDuration(summary.duration_ms)}`,
  ]
  if (summary.gaps.length > 0)
    lines.push(`  ${plural(summary.gaps.length, 'gap')}: see \`docvault snapshots\``)
  if ((summary.proof?.markdown_pending ?? 0) > 0)
    lines.push('  all documents are kept; the next backups read the Markdown, of the pages edited last first')
  return [...lines, ...describeLacks(summary.not_offered)].join('\n')
}

/** A service of another generation may lack a dozen kinds: `docvault coverage` names the operations. */
function describeLacks(lacks: readonly NotOffered[]): string[] {
  const kinds = Map.groupBy(
    lacks.filter(lack => lack.part === undefined),
    reasonOf,
  )
  const whole = [...kinds].map(([reason, of]) => {
    const names = of.map(lack => lack.kind).toSorted()
    return `  ${reason}: ${names.join(', ')} (see \`docvault coverage\`)`
  })
  const parts = lacks.filter(lack => lack.part !== undefined)
  return [
    ...whole,
    ...parts.map(lack => `  ${reasonOf(lack)}: ${lack.part} of ${lack.kind} (${lack.operation})`),
  ]
}

function reasonOf({ reason }: NotOffered): string {
  return reason === 'not allowed' ? 'not allowed' : 'not offered by this service'
}
