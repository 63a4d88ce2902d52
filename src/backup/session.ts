/**
 * One backup at work: its context, what it knows and what it records. Only what walks and reads takes all three; the
 * rest takes the one it needs.
 */
import type { Platform } from '../platform/client.ts'
import type { Meter } from '../platform/meter.ts'
import type { Organization } from '../platform/operations/organizations.ts'
import type { Resource } from '../resources/resource.ts'
import type { WritableVault } from '../vault/vault.ts'
import { makeBase } from './base.ts'
import { makeBudget } from './budget.ts'
import type { BackupContext } from './context.ts'
import { makeDeferredBodies } from './deferred-bodies.ts'
import type { BackupListener } from './events.ts'
import { isFrozenDue } from './frozen-read.ts'
import { type BackupKnowledge, makeKnowledge } from './knowledge.ts'
import { type BackupRecord, makeRecord } from './record.ts'
import type { BackupSettings } from './settings.ts'

export interface BackupSession {
  readonly context: BackupContext
  readonly knowledge: BackupKnowledge
  readonly record: BackupRecord
}

export interface BackupRequest {
  platform: Platform
  vault: WritableVault
  resources: readonly Resource[]
  settings: BackupSettings
  organization: Organization
  /** The platform's counters when the work for this organization began; by default, now. */
  since?: Meter
  /** What asked for it: `manual`, `schedule`, … */
  trigger: string
  /** When a schedule wanted it. Milliseconds since the epoch. */
  tickMs?: number
  report?: BackupListener
  now?: () => number
}

export function beginSession(request: BackupRequest): BackupSession {
  const before = { ...(request.since ?? request.platform.meter) }
  return { context: makeContext(request), knowledge: makeKnowledge(), record: makeRecord(before) }
}

function makeContext(request: BackupRequest): BackupContext {
  const { platform, vault, resources, organization, settings } = request
  const now = request.now ?? Date.now
  const writer = vault.begin(organization, request.trigger, request.tickMs)
  const budget = makeBudget(settings, now)
  const base = makeBase(writer.base === null ? null : vault.snapshot(writer.base))
  return {
    platform: settings.maxDurationMs > 0 ? platform.until(budget.signal) : platform,
    vault,
    writer,
    resources,
    settings,
    organization,
    base,
    deferred: makeDeferredBodies({ vault, resources, settings, base: base.summary }),
    rereadFrozen: settings.exact && isFrozenDue(request, now()),
    budget,
    report: request.report ?? (() => {}),
    now,
    signal: platform.signal,
  }
}
