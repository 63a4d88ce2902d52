/**
 * What a snapshot says of itself beside what is stored: what it cost, what it knows without proof, what the service
 * lacks, whose eyes it saw with, and what was edited meanwhile.
 */
import type { NotOffered } from '../model/snapshot.ts'
import { operationsSince } from '../platform/meter.ts'
import type { SealReport } from '../vault/vault.ts'
import type { BackupContext } from './context.ts'
import { lostCoverage } from './coverage.ts'
import { movedSpaces } from './moved-spaces.ts'
import { type BackupRecord, wasNotOffered } from './record.ts'
import type { BackupSession } from './session.ts'
import { tokenOwner } from './token-owner.ts'
import { weakKinds } from './weak.ts'

/** Last of all: it stores what is under way, and counts every request of the run. */
export async function makeSealReport({ context, knowledge, record }: BackupSession): Promise<SealReport> {
  const { meter } = context.platform
  const moved = await movedSpaces(context, knowledge)
  const owner = await tokenOwner(context, knowledge)
  warnOfLostCoverage(context, record)
  await context.writer.flush()
  return {
    weak: weakKinds(context.writer, record),
    requests: meter.requests - record.before.requests,
    bytes: meter.bytes - record.before.bytes,
    operations: operationsSince(record.before, meter),
    notOffered: [...carriedLacks(context, record), ...record.notOffered.values()],
    moved,
    owner,
    ...(context.deferred.counted && { deferring: context.deferred.counted }),
  }
}

function warnOfLostCoverage({ base, report }: BackupContext, { notOffered }: BackupRecord): void {
  for (const { kind, part, operation, reason } of lostCoverage(base.summary, [...notOffered.values()])) {
    const what = part === undefined ? kind : `${kind} (${part})`
    report({
      type: 'warning',
      message: `coverage shrinks: ${what} cannot be read any more, ${operation} is ${reason ?? 'not offered'}`,
    })
  }
}

/** Parts that the base lacks, and that nobody asked for again because their scopes did not change. */
function carriedLacks({ base, platform }: BackupContext, record: BackupRecord): NotOffered[] {
  return (base.summary?.not_offered ?? []).filter(
    lack =>
      lack.part !== undefined &&
      !wasNotOffered(record, lack) &&
      !platform.capabilities.wasOffered(lack.operation),
  )
}
