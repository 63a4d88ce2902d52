/**
 * Writes what a customer is shown of a month, for each organization: the document of evidence, entered in the ledger, and
 * beside it a few lines of what it says, with how much has changed. They are told by the channels of `notify.*`, too.
 */
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../config/settings.ts'
import { type AuditSources, reportChanges } from '../src/audit/audit.ts'
import { snapshotsBetween } from '../src/audit/changes/periods.ts'
import type { Book } from '../src/audit/ledger/write.ts'
import { EVIDENCE_FORMATS } from '../src/evidence/formats/format.ts'
import { type MonthChanges, monthLines } from '../src/evidence/month.ts'
import { type EvidencePeriod, monthBefore } from '../src/evidence/period.ts'
import type { MonthReport } from '../src/model/notice.ts'
import { ownVersion } from '../src/model/own-version.ts'
import { resources } from '../src/resources/index.ts'
import { sealedBackups } from '../src/vault/sealed-backups.ts'
import { openVault } from '../src/vault/vault.ts'
import { apart } from './apart.ts'
import { auditSettingsOf, openBook, originOf } from './audit-settings.ts'
import { collectEvidence, sealEvidence, writtenEvidence } from './evidence.ts'
import { inOnePiece, type JobData, type Outcome, type QueuedContext, queued } from './job.ts'
import { monthFact } from './month-fact.ts'
import { eachKeptOrganization } from './organizations.ts'

export interface MonthlyReportData {
  organization: string
  /** Milliseconds since the epoch; the month before is reported. */
  now: number
}

export const monthlyReport = apart<MonthlyReportData, MonthReport, never>({
  name: 'monthly-report',
  doc: 'Writes the evidence of the month before, and what it says in a few lines.',
  async run({ config }, { organization, now }) {
    const vault = openVault(config['vault.path'])
    const book = openBook(config)
    try {
      const { name: month, period } = monthBefore(now)
      const origin = originOf(config, ownVersion(), now, book)
      const sources = collectEvidence(vault, config, book.ledger.entries(), { period, organization })
      const reading = { vault, resources, settings: auditSettingsOf(config), origin }
      const changes = changesIn(period, organization, reading)
      const made = sealEvidence(sources, { version: ownVersion(), at: origin.created }, book)
      const [named = { id: organization, title: organization }] = sources.organizations
      const lines = [
        ...monthLines({ organization: named, sources, changes, document: made.document }),
        `SHA-256 of the evidence: ${made.seal.sha256}`,
      ]
      const { title } = named
      const tenant = config['platform.tenant']
      const report = { organization, title, tenant, month, made: origin.created, lines, files: [] }
      return { ...report, files: await writeFiles(config, report, made, book) }
    } finally {
      book.ledger.close()
      vault.close()
    }
  },
})

export const monthlyReports = queued({
  name: 'monthly-report',
  doc: 'Writes the report of the month before, one of each organization, into audit.folder.',
  holds: 'itself',
  priority: 15,
  attempts: 3,
  catchUp: true,
  schedule: config => config['schedules.monthlyReport'],
  each: eachKeptOrganization,
  open: async (context, data) => inOnePiece(() => runMonthly(context, data)),
})

async function runMonthly(context: QueuedContext, { organization }: JobData): Promise<Outcome> {
  if (organization === undefined) return { state: 'done', message: 'nothing was backed up yet' }
  const report = await monthlyReport.run(context, { organization, now: context.held.now() })
  // To be told: the daemon sees to that, once, whatever happens to it meanwhile.
  const vault = await context.held.vault()
  vault.setFact(monthFact(organization), JSON.stringify(report))
  return { state: 'done', message: `the report of ${report.month} is ${report.files.join(', ')}` }
}

function changesIn(period: EvidencePeriod, organization: string, sources: AuditSources): MonthChanges | null {
  const sealed = sealedBackups(sources.vault, organization).filter(
    ({ started }) => Date.parse(started) < period.to,
  )
  const before = sealed.findLast(({ started }) => Date.parse(started) < period.from)
  const [first, last] = [before ?? sealed[0], sealed.at(-1)]
  if (first === undefined || last === undefined || first.snapshot === last.snapshot) return null
  const snapshots = snapshotsBetween(sources.vault, first, last)
  const count = (change: 'added' | 'modified' | 'removed') =>
    snapshots.slice(1).reduce((sum, snapshot) => sum + snapshot[change], 0)
  const [added, modified, removed] = [count('added'), count('modified'), count('removed')]
  const report = reportChanges(sources, snapshots)
  try {
    const { severities, about } = report
    const [from, to] = [first.snapshot, last.snapshot]
    return { from, to, added, modified, removed, severities, partial: about.partial }
  } finally {
    report.close()
  }
}

/** In a folder of the tenant, where there is one: all of a customer's platforms lie beside each other. */
async function writeFiles(
  config: Config,
  { organization, tenant, title, month, made, lines }: MonthReport,
  evidence: ReturnType<typeof sealEvidence>,
  book: Book,
): Promise<string[]> {
  const folder = join(config['audit.folder'], tenant ?? '')
  await mkdir(folder, { recursive: true })
  const stem = join(folder, `month-${organization}-${month}-${made.replaceAll(/[:.]/g, '')}`)
  const files: string[] = []
  for (const format of EVIDENCE_FORMATS) {
    const file = `${stem}.${format}`
    const pieces = Readable.from(writtenEvidence(evidence, format, book))
    await pipeline(pieces, createWriteStream(file, { flags: 'wx' }))
    files.push(file)
  }
  const text = `${stem}.txt`
  await writeFile(text, `${[`${title}, ${month}`, ...lines].join('\n')}\n`, { flag: 'wx' })
  return [text, ...files]
}
