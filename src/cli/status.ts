import { z } from 'zod'
import { formatBytes } from '../model/format.ts'
import { formatLocal } from '../model/local-time.ts'
import { pendingWords } from '../model/markdown-pending.ts'
import type { CommandModule } from './command.ts'
import { daemonClient } from './daemon-client.ts'
import { exitCodes } from './exit-code.ts'
import { foldRuns } from './fold-runs.ts'
import { stateColor } from './state-color.ts'
import { printTable } from './table.ts'
import { printable, type Terminal } from './terminal.ts'

const snapshotSchema = z.object({ snapshot: z.number(), state: z.string().optional(), started: z.string() })
const whatRuns = {
  run: z.string(),
  job: z.string(),
  organization: z.string().nullable(),
  title: z.string().nullish(),
}
const statusSchema = z.looseObject({
  version: z.string(),
  started: z.string(),
  redis: z.string(),
  conditions: z.array(z.object({ title: z.string(), advice: z.string(), since: z.string() })),
  platforms: z.array(
    z.object({
      name: z.string(),
      state: z.string(),
      vault: z.string(),
      timezone: z.string().default('UTC'),
      free_bytes: z.number().nullable(),
      organizations: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          newest: snapshotSchema.nullable(),
          complete: snapshotSchema.nullable(),
          gaps: z.number(),
          markdown_pending: z.number().default(0),
        }),
      ),
      replicas: z
        .array(
          z.object({
            target: z.string(),
            run: z.number().nullable(),
            sent: z.string().nullable(),
            snapshot: z.number().nullable(),
            pending_snapshots: z.number(),
            failure: z.object({ message: z.string() }).nullable(),
            locked_until: z.string().nullable().default(null),
          }),
        )
        .default([]),
      next: z.array(z.object({ job: z.string(), cron: z.string(), timezone: z.string(), next: z.string() })),
      active: z.array(z.object({ ...whatRuns, started: z.string(), state: z.string() })).default([]),
      runs: z.array(
        z.object({
          ...whatRuns,
          finished: z.string(),
          outcome: z.string(),
          message: z.string(),
        }),
      ),
    }),
  ),
})
type Status = z.infer<typeof statusSchema>
type PlatformStatus = Status['platforms'][number]

const RUNS_SHOWN = 8

export const status: CommandModule = {
  examples: [
    ['docvault status', 'for people; ends with 3 when something is wrong'],
    ['docvault status --json', 'for programs'],
  ],
  define() {},
  async run({ platforms, terminal }) {
    const [first] = platforms()
    if (!first) return exitCodes.failed
    const found = statusSchema.parse(await daemonClient(first.config).get('/api/status'))
    terminal.event('status', found)
    print(found, terminal)
    return found.conditions.length === 0 ? exitCodes.done : exitCodes.partial
  },
}

function print(found: Status, terminal: Terminal): void {
  const timezone = found.platforms[0]?.timezone ?? 'UTC'
  const color = stateColor(terminal)
  terminal.line(
    `docvault ${found.version}, running since ${terminal.when(found.started, timezone)} (times in ${timezone}); Redis is ${color(found.redis)}`,
  )
  for (const platform of found.platforms) printPlatform(platform, terminal)
  terminal.line()
  if (found.conditions.length === 0) terminal.line('nothing is wrong')
  for (const { title, advice, since } of found.conditions) {
    terminal.line(
      `${terminal.colors.red('wrong')} since ${terminal.when(since, timezone)}: ${printable(title)}`,
    )
    terminal.line(printable(`  what to do: ${advice}`))
  }
}

function printPlatform(platform: PlatformStatus, terminal: Terminal): void {
  const free = platform.free_bytes === null ? '' : `, ${formatBytes(platform.free_bytes)} free`
  const { timezone } = platform
  const color = stateColor(terminal)
  terminal.line(
    `\n${platform.name}: ${color(platform.state)}; vault ${platform.vault}${free}; times in ${timezone}`,
  )
  if (platform.organizations.length > 0)
    printTable(terminal, {
      head: ['organization', 'newest', 'state', 'gaps', 'last complete', 'ago'],
      rows: platform.organizations.map(({ title, newest, complete, gaps }) => [
        printable(title),
        newest?.snapshot ?? '',
        newest?.state ?? 'none yet',
        gaps,
        complete ? formatLocal(complete.started, timezone) : 'never',
        complete ? terminal.ago(complete.started) : '',
      ]),
      narrow: [
        ['organization', 12],
        ['ago', 0],
      ],
      paint: { state: color, 'last complete': color },
    })
  for (const { title, markdown_pending } of platform.organizations)
    if (markdown_pending > 0) terminal.line(printable(`  ${title}: ${pendingWords(markdown_pending)}`))
  printReplicas(platform, terminal)
  if (platform.next.length > 0)
    printTable(terminal, {
      head: ['job', 'next run', 'schedule'],
      rows: platform.next.map(({ job, next, cron }) => [
        job,
        terminal.when(next, timezone),
        `${cron} ${timezone}`,
      ]),
      narrow: [['schedule', 12]],
    })
  for (const run of foldRuns(platform.runs).slice(-RUNS_SHOWN)) {
    const said = printable(`${run.message} (run ${run.run})`)
    terminal.line(
      `  ${terminal.when(run.finished, timezone)}  ${whatOf(run)}: ${color(run.outcome)}: ${said}`,
    )
  }
  for (const run of platform.active) {
    const said = run.state === 'waiting' ? 'waits for another run' : 'under way'
    terminal.line(
      `  ${terminal.when(run.started, timezone)}  ${whatOf(run)}: ${said} (run ${printable(run.run)})`,
    )
  }
}

function printReplicas({ replicas, timezone }: PlatformStatus, terminal: Terminal): void {
  if (replicas.length === 0) return
  const color = stateColor(terminal)
  const locks = replicas.some(({ locked_until }) => locked_until !== null)
  printTable(terminal, {
    head: ['replica', 'newest', 'pending', 'last sent', 'ago', ...(locks ? ['locked until'] : [])],
    rows: replicas.map(({ target, snapshot, pending_snapshots, sent, locked_until }) => [
      printable(target),
      snapshot ?? '',
      pending_snapshots,
      sent ? formatLocal(sent, timezone) : 'never',
      sent ? terminal.ago(sent) : '',
      ...(locks ? [locked_until ? formatLocal(locked_until, timezone) : 'not locked'] : []),
    ]),
    narrow: [
      ['replica', 16],
      ['ago', 0],
    ],
    paint: { 'last sent': color },
  })
  for (const { target, failure } of replicas)
    if (failure)
      terminal.line(printable(`  ${target}: the last run did not send everything: ${failure.message}`))
}

function whatOf({
  job,
  title,
  organization,
}: Pick<PlatformStatus['active'][number], 'job' | 'title' | 'organization'>): string {
  const of = title ?? organization
  return printable(of === null ? job : `${job} of ${of}`)
}
