/**
 * Tells each report of a month once. That it was written, and that it was told, stand in the vault: neither a restart between
 * them nor a move to another host leaves one out. Looked for when a run has ended.
 */
import { monthFact, toldMonthFact } from '../../jobs/month-fact.ts'
import { type MonthReport, monthReportSchema } from '../model/notice.ts'
import type { Vault, WritableVault } from '../vault/vault.ts'

/** Resolves when it is out, or could not be sent. */
export type TellMonth = (report: MonthReport) => Promise<void>

export class MonthReports {
  #isDue = true

  /** A run has ended. */
  forget(): void {
    this.#isDue = true
  }

  /** Of these organizations, by id. */
  async tell(vault: WritableVault, organizations: readonly string[], tell: TellMonth): Promise<void> {
    if (!this.#isDue) return
    this.#isDue = false
    for (const organization of organizations) {
      const report = writtenReport(vault, organization)
      if (report === null || report.made === vault.fact(toldMonthFact(organization))) continue
      await tell(report)
      vault.setFact(toldMonthFact(organization), report.made)
    }
  }
}

function writtenReport(vault: Vault, organization: string): MonthReport | null {
  const text = vault.fact(monthFact(organization))
  return text === null ? null : (monthReportSchema.safeParse(JSON.parse(text)).data ?? null)
}
