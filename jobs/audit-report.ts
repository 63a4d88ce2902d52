/**
 * Writes both audit reports of each organization into a folder and enters them in the ledger. The changes are those
 * since the last report of changes, so that no snapshot is left out; nothing new is a report too.
 */
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  type AuditSources,
  enterReport,
  renderAndRecord,
  reportAccess,
  reportChanges,
} from '../src/audit/audit.ts'
import { snapshotsBetween } from '../src/audit/changes/periods.ts'
import { extensions, type Format, parseFormat } from '../src/audit/formats/format.ts'
import type { Book } from '../src/audit/ledger/write.ts'
import type { Report } from '../src/audit/report.ts'
import { ownVersion } from '../src/model/own-version.ts'
import type { SnapshotSummary } from '../src/model/snapshot.ts'
import { resources } from '../src/resources/index.ts'
import type { LedgerEntry } from '../src/vault/ledger.ts'
import { newestBackup, sealedBackups } from '../src/vault/sealed-backups.ts'
import { openVault, type Vault } from '../src/vault/vault.ts'
import { apart } from './apart.ts'
import { auditSettingsOf, openBook, originOf } from './audit-settings.ts'
import { inOnePiece, type JobData, type Outcome, type QueuedContext, queued } from './job.ts'
import { eachKeptOrganization } from './organizations.ts'

export interface AuditReportData {
  /** Default: every organization of the vault. */
  organizations?: readonly string[]
  version?: string
  /** Milliseconds since the epoch; default now. */
  now?: number
}

/** What is announced of each report. */
export interface WrittenReport {
  organization: string
  report: 'changes' | 'access'
  statement: string
  partial: boolean
  rows: number
  severities: Readonly<Record<string, number>>
  findings: number
  files: string[]
  sha256: string
  /** Head of the ledger: worth keeping elsewhere. */
  head: string | null
}

export const auditReport = apart<AuditReportData, WrittenReport[], WrittenReport>({
  name: 'audit-report',
  doc: 'Writes the reports of changes and of access, signed where a key is configured, and announces them.',
  async run({ config, report: announce }, data) {
    const vault = openVault(config['vault.path'])
    const book = openBook(config)
    try {
      const now = data.now ?? Date.now()
      const folder = config['audit.folder']
      await mkdir(folder, { recursive: true })
      const formats = config['audit.formats'].map(parseFormat)
      const written: WrittenReport[] = []
      for (const organization of data.organizations ?? organizationsOf(vault)) {
        for (const kind of ['changes', 'access'] as const) {
          const origin = originOf(config, data.version ?? 'unknown', now, book)
          const made = make(
            kind,
            { vault, resources, settings: auditSettingsOf(config), origin },
            organization,
            book,
          )
          if (made === null) continue
          try {
            const report = await write(made, { folder, formats, book })
            announce(report)
            written.push(report)
          } finally {
            made.close()
          }
        }
      }
      return written
    } finally {
      book.ledger.close()
      vault.close()
    }
  },
})

export const weeklyAuditReport = queued({
  name: 'audit-report',
  doc: 'Writes the reports of changes and of access of each organization into audit.folder.',
  holds: 'itself',
  priority: 15,
  attempts: 3,
  catchUp: true,
  schedule: config => config['schedules.auditReport'],
  each: eachKeptOrganization,
  open: async (context, data) => inOnePiece(() => runWeekly(context, data)),
})

async function runWeekly(context: QueuedContext, { organization }: JobData): Promise<Outcome> {
  const data = organization === undefined ? {} : { organizations: [organization] }
  const written = await auditReport.run(context, { ...data, version: ownVersion(), now: context.held.now() })
  const partial = written.some(report => report.partial)
  const message =
    written.map(report => `${report.report}: ${report.statement}`).join('; ') || 'nothing to report on'
  return { state: partial ? 'partial' : 'done', message }
}

function organizationsOf(vault: Vault): string[] {
  return vault.organizations().filter(organization => newestBackup(vault, organization) !== null)
}

function make(
  kind: 'changes' | 'access',
  sources: AuditSources,
  organization: string,
  book: Book,
): Report | null {
  const sealed = sealedBackups(sources.vault, organization)
  const last = sealed.at(-1)
  if (last === undefined) return null
  if (kind === 'access') return reportAccess(sources, last)
  const from = lastReported(book.ledger.entries(), organization)
  // Where it was pruned, the report begins before it: rather twice than nowhere.
  const first = sealed.findLast(({ snapshot }) => snapshot <= (from ?? 0)) ?? sealed[0] ?? last
  return reportChanges(sources, snapshotsBetween(sources.vault, first, last))
}

/** The snapshot at which the last report of changes ended. */
function lastReported(entries: Iterable<LedgerEntry>, organization: string): number | null {
  let last: number | null = null
  for (const { body } of entries) {
    const said: { report?: unknown; organization?: unknown; snapshots?: { snapshot: number }[] } =
      JSON.parse(body)
    if (said.report === 'changes' && said.organization === organization)
      last = said.snapshots?.at(-1)?.snapshot ?? last
  }
  return last
}

async function write(
  made: Report,
  { folder, formats, book }: { folder: string; formats: readonly Format[]; book: Book },
): Promise<WrittenReport> {
  const seal = enterReport(made, book)
  const { about, main, findings } = made
  const last: SnapshotSummary['snapshot'] | undefined = about.snapshots.at(-1)?.snapshot
  const name = `${made.kind}-${about.organization.id}-${last}-${about.created.replaceAll(/[:.]/g, '')}`
  const files: string[] = []
  for (const format of formats) {
    const file = join(folder, `${name}.${extensions[format]}`)
    const pieces = Readable.from(renderAndRecord(made, seal, format, book))
    await pipeline(pieces, createWriteStream(file, { flags: 'wx' }))
    files.push(file)
  }
  return {
    organization: about.organization.id,
    report: made.kind,
    statement: about.statement,
    partial: about.partial,
    rows: main.count,
    severities: made.severities,
    findings: findings.length,
    files,
    sha256: seal.sha256,
    head: book.ledger.head()?.hash ?? null,
  }
}
