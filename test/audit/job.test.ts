import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import { auditReport, type WrittenReport } from '../../jobs/audit-report.ts'
import { makeCompany } from '../helpers/company.ts'

test('the job writes and announces both reports, each since the one before it, also when nothing changed', async () => {
  const company = await makeCompany({ members: 4, teams: 1 })
  const folder = join(company.folder, 'reports')
  const env = { ...company.env, DOCVAULT_AUDIT_FOLDER: folder, DOCVAULT_AUDIT_FORMATS: 'json,html' }
  const run = async (now: number): Promise<WrittenReport[]> => {
    const announced: WrittenReport[] = []
    const context = {
      config: loadConfig({ env }),
      signal: undefined,
      report: (one: WrittenReport) => announced.push(one),
    }
    expect(await auditReport.run(context, { now })).toEqual(announced)
    return announced
  }
  await company.backUp()
  company.emulator.patch('organization', company.emulator.organization, { defaultRole: 'admin' })
  await company.backUp()
  const [first] = await run(1)
  // The first one begins with the vault.
  expect(first).toMatchObject({ report: 'changes', rows: 1, severities: { high: 1 }, partial: false })
  company.emulator.patch('organization', company.emulator.organization, { inviteLinks: false })
  await company.backUp()
  const [changes, access] = await run(2)
  expect(changes).toMatchObject({ report: 'changes', rows: 1, severities: { low: 1 } })
  expect(access).toMatchObject({ report: 'access', rows: expect.any(Number) })
  expect(changes?.files.map(file => existsSync(file))).toEqual([true, true])
  expect((await run(3)).map(one => one.rows)).toEqual([0, access?.rows])
  const { report, seal } = JSON.parse(readFileSync(String(changes?.files[0]), 'utf8'))
  expect(report.about.snapshots.map((one: { snapshot: number }) => one.snapshot)).toEqual([2, 3])
  expect(report.about.previous).not.toBe(seal.entry.hash)
})
