/**
 * What a backup has to say at its seal beside what it stored. Gaps are not in here: the writer stores each at once.
 */
import type { Kind } from '../model/resource.ts'
import type { NotOffered } from '../model/snapshot.ts'
import type { Meter } from '../platform/meter.ts'

export interface BackupRecord {
  /** The platform's counters when the work began. */
  before: Meter
  /** Kinds of which a scope was believed unchanged without proof. */
  believed: Set<Kind>
  notOffered: Map<string, NotOffered>
}

export function makeRecord(before: Meter): BackupRecord {
  return { before, believed: new Set(), notOffered: new Map() }
}

export function noteNotOffered({ notOffered }: BackupRecord, lack: NotOffered): void {
  notOffered.set(labelOf(lack), lack)
}

/** Of the kind, or of the part of it. */
export function wasNotOffered({ notOffered }: BackupRecord, lack: NotOffered): boolean {
  return notOffered.has(labelOf(lack))
}

function labelOf({ kind, part }: NotOffered): string {
  return JSON.stringify([kind, part ?? null])
}
