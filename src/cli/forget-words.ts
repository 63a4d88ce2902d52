/** A plan of `forget` for people: every snapshot with what keeps it, in the zone that decides. */

import { frozenWords } from '../model/anomaly.ts'
import { formatLocal } from '../model/local-time.ts'
import { plural } from '../model/plural.ts'
import type { ForgetPlan, ForgetRequest } from '../retention/forgetting.ts'
import { reasonWords } from '../retention/reasons.ts'
import type { CommandContext } from './command.ts'
import { printTable } from './table.ts'
import { printable, type Terminal } from './terminal.ts'

const GOES = 'goes'

export function printPlan({ terminal }: CommandContext, plan: ForgetPlan, request: ForgetRequest): void {
  emitPlan(terminal, plan, request)
  if (plan.snapshots.length === 0) {
    terminal.line('there is no snapshot that is not forgotten')
    return
  }
  printSnapshots(terminal, plan, request)
  for (const words of frozenWords(plan.frozen)) terminal.line(printable(words))
  const { forgets, policy, snapshots } = plan
  const kept = snapshots.length - forgets.length
  terminal.line(
    printable(
      `${policyWords(request, policy)}: ${kept} kept, ${plural(forgets.length, 'snapshot')} to forget`,
    ),
  )
}

function emitPlan(terminal: Terminal, plan: ForgetPlan, { timezone }: ForgetRequest): void {
  const { forgets, frozen, policy, digest, snapshots } = plan
  for (const { snapshot, time, reasons } of snapshots)
    terminal.event('snapshot', {
      snapshot: snapshot.snapshot,
      organization: snapshot.organization,
      state: snapshot.state,
      time,
      tags: snapshot.tags ?? [],
      forgets: reasons.length === 0,
      reasons: reasons.map(reason => ({ ...reason, words: reasonWords(reason) })),
    })
  const kept = snapshots.length - forgets.length
  terminal.event('summary', {
    policy,
    timezone,
    kept,
    forgets: forgets.length,
    snapshots: forgets,
    frozen: frozen.map(({ anomaly }) => anomaly),
    plan: digest,
  })
}

function printSnapshots(terminal: Terminal, { snapshots }: ForgetPlan, { timezone }: ForgetRequest): void {
  const several = new Set(snapshots.map(({ snapshot }) => snapshot.organization)).size > 1
  printTable(terminal, {
    head: ['#', `time (${timezone})`, 'state', ...(several ? ['organization'] : []), 'tags', 'kept by'],
    rows: snapshots.map(({ snapshot, time, reasons }) => [
      snapshot.snapshot,
      formatLocal(time, timezone),
      snapshot.state,
      ...(several ? [printable(snapshot.organizationTitle)] : []),
      printable((snapshot.tags ?? []).join(', ')),
      reasons.length === 0 ? GOES : printable(reasons.map(reasonWords).join(', ')),
    ]),
    narrow: [
      ['tags', 0],
      ['state', 0],
      ['kept by', 24],
      ['organization', 8],
    ],
    paint: { 'kept by': text => (text === GOES ? terminal.colors.red(text) : text) },
  })
}

function policyWords({ policy, named }: ForgetRequest, words: string): string {
  if (named !== undefined || policy.length > 0) return words
  return 'there is no rule in retention.*, so everything is kept'
}
