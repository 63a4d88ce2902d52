/** What changed between two nights, of the kinds of changes that somebody wants to hear of. */
import { z } from 'zod'
import type { Config } from '../config/settings.ts'
import { reportChanges } from '../src/audit/audit.ts'
import { subscribedRules } from '../src/audit/subscriptions.ts'
import { type ChangeDigest, type ChangeNotice, NOTICE_SEVERITIES } from '../src/model/notice.ts'
import { resources } from '../src/resources/index.ts'
import { openVault } from '../src/vault/vault.ts'
import { apart } from './apart.ts'
import { auditSettingsOf, originOf } from './audit-settings.ts'

export interface DigestData {
  organization: string
  /** Numbers of snapshots. */
  from: number
  to: number
}

/** So many are told one by one. */
const MOST = 200

const rowSchema = z.object({
  severity: z.enum(NOTICE_SEVERITIES),
  action: z.string(),
  resource: z.object({ kind: z.string(), id: z.string(), title: z.string(), path: z.string() }),
  before: z.string(),
  after: z.string(),
  actor: z.string(),
  rules: z.array(z.string()),
})

export const changeDigest = apart<DigestData, ChangeDigest, never>({
  name: 'change-digest',
  doc: 'Collects the changes of a night that somebody has subscribed to.',
  async run({ config }, { organization, from, to }) {
    const wanted = subscribedRules(config['notify.changes'])
    const vault = openVault(config['vault.path'])
    try {
      const snapshots = vault.snapshots({ organization, backups: true, from, to })
      const origin = originOf(config, '', 0, null)
      const report = reportChanges({ vault, resources, settings: auditSettingsOf(config), origin }, snapshots)
      try {
        const digest = { organization, title: report.about.organization.title, from, to, more: 0 }
        const changes: ChangeNotice[] = []
        for (const row of report.main.rows()) {
          const notice = noticeOf(row, wanted)
          if (notice === null) continue
          if (changes.length < MOST) changes.push(notice)
          else digest.more++
        }
        return { ...digest, changes }
      } finally {
        report.close()
      }
    } finally {
      vault.close()
    }
  },
})

/** Throws UsageError for a rule that is none. */
export function assertSubscriptions(config: Config): void {
  subscribedRules(config['notify.changes'])
}

/** Null: nobody wants to hear of it, or nothing is known of it. */
function noticeOf(row: object, wanted: ReadonlySet<string>): ChangeNotice | null {
  const { data } = rowSchema.safeParse(row)
  if (data === undefined || !data.rules.some(rule => wanted.has(rule))) return null
  const { resource, ...rest } = data
  const { kind, id, title, path: place } = resource
  return { ...rest, kind, id, title, place }
}
