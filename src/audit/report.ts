/**
 * A report before it is written in any format: what it is about, how complete it is, and tables whose rows are streamed
 * as often as a format needs them.
 */

import type { HeadlinePlace } from '../diff/headline.ts'
import type { Gap, NotOffered, SnapshotState, Weak } from '../model/snapshot.ts'
import type { Finding } from './row.ts'
import type { Severity } from './severity.ts'

export type ReportKind = 'changes' | 'access'

export interface ReportAbout {
  /** First in every format; begins with PARTIAL where something could not be read. */
  statement: string
  partial: boolean
  title: string
  organization: { id: string; title: string }
  generator: { name: 'docvault'; version: string }
  created: string
  /** SHA-256 of the configuration in canonical JSON, secrets left out. */
  configuration: string
  token: { owner: string; role: string }
  /** How roles of several levels are put together. */
  resolution: string
  /** Domains that count as the organization's own. */
  domains: readonly string[]
  snapshots: readonly AboutSnapshot[]
  /** What a snapshot took over unread, without proof that it had not changed. */
  weak: readonly ({ snapshot: number } & Weak)[]
  /** Hash of the newest entry of the ledger before this report; null for the first. */
  previous: string | null
}

export interface AboutSnapshot {
  snapshot: number
  state: SnapshotState
  started: string
  sealed: string | null
  digest: string | null
  requests: number
  /** By operation of the platform; null in a snapshot of before they were counted. */
  operations: Readonly<Record<string, number>> | null
  resources: Readonly<Record<string, number>>
}

/** What could not be read: a scope, or a kind that this service or token does not give. */
export interface Missing {
  snapshot: number
  kind: string
  parent: string
  class: string
  message: string
  /** The first later snapshot of the report that read it again. */
  read_again: number | null
}

export interface ReportColumn {
  name: string
  title: string
}

/** A cell is text by the time that it is in a table; absent is empty. */
export type Cells = Readonly<Record<string, string | number>>

export interface ReportTable {
  id: string
  title: string
  /** What is in it, in a sentence. */
  note: string
  columns: readonly ReportColumn[]
  count: number
  /** In order, afresh each time. */
  cells(): Iterable<Cells>
  /** As they go into JSON; same order. */
  rows(): Iterable<object>
}

export interface Report {
  kind: ReportKind
  about: ReportAbout
  counts: Readonly<Record<string, number>>
  severities: Readonly<Record<Severity, number>>
  /** Between the first and the last snapshot, contents included, the most important first; empty in a report of one state. */
  headline: readonly HeadlinePlace[]
  missing: readonly Missing[]
  findings: readonly Finding[]
  main: ReportTable
  sections: readonly ReportTable[]
  close(): void
}

export function missingOf(gaps: Gap[], notOffered: NotOffered[], snapshot: number): Missing[] {
  const scopes = gaps.map(gap => ({
    snapshot,
    kind: gap.kind,
    parent: gap.resource === undefined ? gap.parent : `${gap.parent}, only ${gap.resource}`,
    class: gap.class,
    message: gap.message,
    read_again: null,
  }))
  const kinds = notOffered.map(lacking => ({
    snapshot,
    kind: lacking.part === undefined ? lacking.kind : `${lacking.kind} (${lacking.part})`,
    parent: '',
    class: 'not-offered',
    message: `the service does not offer ${lacking.operation}, or not to this token`,
    read_again: null,
  }))
  return [...scopes, ...kinds]
}
