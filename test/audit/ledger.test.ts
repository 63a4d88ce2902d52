import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { type Company, makeCompany } from '../helpers/company.ts'
import { docvault, type Run } from '../helpers/docvault.ts'

describe('a signed report', () => {
  test('is whole, by itself and by the ledger; an empty one is an entry too', async () => {
    const { run, report } = await signedReport()
    expect(
      (await run(['audit', 'changes', '-o', `${report}.empty.json`, '--since', '2', '--until', '3'])).code,
    ).toBe(0)
    const verified = await run(['audit', 'verify', report])
    expect(verified.code).toBe(0)
    expect(wrongOf(verified)).toEqual([])
    const alone = await run(['audit', 'verify', report], { DOCVAULT_VAULT_PATH: `${report}.nowhere` })
    expect([alone.code, wrongOf(alone)]).toEqual([0, []])
    const entries = (await run(['audit', 'ledger'])).events.filter(one => one.message_type === 'entry')
    expect(entries.map(one => [one.report, one.signed])).toEqual([
      ['changes', true],
      ['changes', true],
    ])
    expect(entries[1]?.counts).toMatchObject({ critical: 0, high: 0, medium: 0, low: 0, info: 0 })
  })

  test('a changed cell is found in its row', async () => {
    const { run, report } = await signedReport()
    tamper(report, text => text.replace('"action":"role changed"', '"action":"renamed"'))
    const verified = await run(['audit', 'verify', report])
    expect(verified.code).toBe(13)
    expect(wrongOf(verified)).toContain('row 1')
  })

  test('a row that was taken out is missed', async () => {
    const { run, report } = await signedReport()
    tamper(report, text => {
      const parsed = JSON.parse(text)
      parsed.report.rows.shift()
      return JSON.stringify(parsed)
    })
    expect(wrongOf(await run(['audit', 'verify', report]))).toContain('row 1')
  })

  test('a report that was digested and sealed anew is not the one of the ledger', async () => {
    const { run, report, company } = await signedReport()
    const other = join(company.folder, 'other.json')
    await run(['audit', 'changes', '--no-ledger', '-o', other])
    const verified = await run(['audit', 'verify', other])
    expect(verified.code).toBe(13)
    tamper(report, text => text.replace(/"signature":"[^"]*"/, '"signature":null'))
    expect(wrongOf(await run(['audit', 'verify', report]))).toContain('entry 1')
  })

  test('is not believed when somebody else signed it', async () => {
    const { run, report, company } = await signedReport()
    const other = join(company.folder, 'other.key')
    expect((await run(['audit', 'keygen', other])).code).toBe(0)
    const verified = await run(['audit', 'verify', report], {
      DOCVAULT_AUDIT_PUBLIC_KEY_FILE: `${other}.pub`,
    })
    expect([verified.code, wrongOf(verified)]).toEqual([13, ['entry 1', 'entry 1']])
  })

  test('other formats are known by their bytes', async () => {
    const { run, company } = await signedReport()
    const file = join(company.folder, 'report.html')
    await run(['audit', 'changes', '-o', file])
    expect((await run(['audit', 'verify', file])).code).toBe(0)
    tamper(file, text => `${text} `)
    const verified = await run(['audit', 'verify', file])
    expect([verified.code, wrongOf(verified)]).toEqual([13, ['file']])
  })
})

describe('the ledger', () => {
  test('is append-only, and a changed entry is named', async () => {
    const { run, company } = await signedReport()
    await run(['audit', 'access', '--format', 'json'])
    const db = new Database(join(company.vaultPath, 'catalog.db'))
    const edit = () => db.exec(`UPDATE ledger SET body = replace(body, 'changes', 'nothing') WHERE id = 1`)
    expect(edit).toThrow(/append-only/)
    expect(() => db.exec('DELETE FROM ledger')).toThrow(/append-only/)
    db.exec('DROP TRIGGER ledger_stays')
    edit()
    db.close()
    const verified = await run(['audit', 'verify'])
    // The vault notices by itself, too.
    expect([verified.code, [...new Set(wrongOf(verified))]]).toEqual([13, ['entry 1', 'history']])
  })

  test('lists an entry that is none of ours as such', async () => {
    const { run, company } = await signedReport()
    const db = new Database(join(company.vaultPath, 'catalog.db'))
    db.exec(`DROP TRIGGER ledger_stays; UPDATE ledger SET body = substr(body, 2) WHERE id = 1`)
    db.close()
    const listed = await docvault(['audit', 'ledger'], { env: company.env })
    expect(listed.code).toBe(0)
    expect(String(listed.stdout)).toContain('1  no time  what docvault does not enter: see `docvault check`')
    const [entry] = (await run(['audit', 'ledger'])).events
    expect(entry).toMatchObject({ message_type: 'entry', signed: true })
  })

  test('an entry that was cut off is missed by the report that it was made for', async () => {
    const { run, report, company } = await signedReport()
    const db = new Database(join(company.vaultPath, 'catalog.db'))
    db.exec('DROP TRIGGER ledger_keeps; DELETE FROM ledger')
    db.close()
    const refused = await run(['audit', 'verify', report])
    expect([refused.code, refused.stderr]).toEqual([13, expect.stringContaining('ledger')])
    // As it advises whoever wants to go on with what is left.
    rmSync(join(company.vaultPath, 'head.json'))
    expect([...new Set(wrongOf(await run(['audit', 'verify', report])))]).toEqual(['entry 1', 'history'])
  })

  test('remembers the snapshots: a history that was rewritten is named', async () => {
    const { run, company } = await signedReport()
    const db = new Database(join(company.vaultPath, 'catalog.db'))
    db.exec(`UPDATE snapshot SET digest = zeroblob(32) WHERE id = 2`)
    db.close()
    const verified = await run(['audit', 'verify'])
    expect(verified.code).toBe(13)
    expect(wrongOf(verified)).toContain('snapshot 2')
  })
})

describe('a private key', () => {
  test('is never written into the vault, nor read from there, nor over another one', async () => {
    const { run, company } = await signedReport()
    const inside = join(company.vaultPath, 'audit.key')
    const refused = await run(['audit', 'keygen', inside])
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('inside the vault')])
    writeFileSync(inside, readFileSync(join(company.folder, 'audit.key')))
    expect((await run(['audit', 'changes'], { DOCVAULT_AUDIT_KEY_FILE: inside })).code).toBe(2)
    expect((await run(['audit', 'keygen', join(company.folder, 'audit.key')])).code).toBe(2)
  })

  test('is readable for its owner only', async () => {
    const { company } = await signedReport()
    expect(statSync(join(company.folder, 'audit.key')).mode & 0o777).toBe(0o600)
  })
})

test('an unknown rule in the configuration is an error that names it and those that exist', async () => {
  const { run } = await signedReport()
  const refused = await run(['audit', 'changes'], {
    DOCVAULT_AUDIT_RULES: 'team-renamed=high,admin-gone=off',
  })
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain('there is no rule "admin-gone"')
  expect(refused.stderr).toContain('administrator-gained')
})

test('a severity can be changed and a rule switched off by the configuration', async () => {
  const { run } = await signedReport()
  const rules = { DOCVAULT_AUDIT_RULES: 'administrator-gained=low,outside-administrator=off,role-raised=off' }
  const changed = await run(['audit', 'changes', '--since', '1', '--format', 'json'], rules)
  expect(changed.events.at(-1)?.severities).toMatchObject({ high: 0, low: 1 })
})

interface Signed {
  company: Company
  report: string
  run(args: readonly string[], env?: Record<string, string>): Promise<Run>
}

/** Three snapshots; between the first two somebody became administrator. */
async function signedReport(): Promise<Signed> {
  const company = await makeCompany({ members: 4, teams: 1 })
  await company.backUp()
  const member = [...company.vault().resources(1, { kind: 'member' })].find(one =>
    JSON.stringify(company.vault().readJson(one)).includes('"role":"edit"'),
  )
  company.emulator.patch('member', member?.id ?? '', { role: 'admin' })
  await company.backUp({ exact: true })
  await company.backUp({ exact: true })
  const key = join(company.folder, 'audit.key')
  const keys = { DOCVAULT_AUDIT_KEY_FILE: key, DOCVAULT_AUDIT_PUBLIC_KEY_FILE: `${key}.pub` }
  const run = (args: readonly string[], env: Record<string, string> = {}) =>
    docvault([...args, '--json'], { env: { ...company.env, ...keys, ...env } })
  const made = await docvault(['audit', 'keygen', key], { env: company.env })
  expect(made.code).toBe(0)
  const report = join(company.folder, 'report.json')
  const written = await run(['audit', 'changes', '--since', '1', '--until', '2', '-o', report])
  expect(written.events.at(-1)).toMatchObject({ rows: 1, signed: true, entry: 1 })
  return { company, report, run }
}

function wrongOf(run: Run): unknown[] {
  return run.events.filter(one => one.message_type === 'verdict' && one.ok === false).map(one => one.where)
}

function tamper(file: string, change: (text: string) => string): void {
  const before = readFileSync(file, 'utf8')
  const after = change(before)
  expect(after).not.toBe(before)
  writeFileSync(file, after)
}
