import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { type Company, makeCompany } from '../helpers/company.ts'
import { docvault } from '../helpers/docvault.ts'

/** A platform, or a proxy before it, that repeats the Authorization header in whatever it refuses. */
function echoing(company: Company): string[] {
  const { token } = company.emulator
  const basic = Buffer.from(`docvault:${token}`).toString('base64')
  const said = {
    listTeamsInOrganizationById: `Bearer ${token} may not do this`,
    getOrganizationAgentInstructions: `authorization=${encodeURIComponent(token)}`,
    listMembersInOrganizationById: `${'x'.repeat(290)}${token}`,
    getRevisionById: `Basic ${basic}`,
    listOpenAPISpecs: `token ${token.slice(0, 20)}… is not allowed`,
    listOrganizationInviteLinks: JSON.stringify({ headers: { authorization: token } }),
  }
  for (const [operation, message] of Object.entries(said)) {
    const text = JSON.stringify({ error: { code: 400, message } })
    company.emulator.fault({ operation, kind: 'answer', status: 400, text })
  }
  company.emulator.fault({
    operation: 'listCollectionsInOrganizationById',
    kind: 'answer',
    text: `{"x":"${token}`,
  })
  company.emulator.fault({
    operation: 'listSites',
    kind: 'answer',
    text: JSON.stringify({ items: [{ [token]: 1 }] }),
  })
  company.emulator.fault({ operation: 'download', kind: 'redirect', location: `gopher://${token}/x` })
  return [token, encodeURIComponent(token), basic.slice(16, -4), token.slice(0, 12), token.slice(-12)]
}

test('a token that the platform repeats in its errors is nowhere in the vault, and no command prints it', async () => {
  const company = await makeCompany({ sites: 1 })
  const secrets = echoing(company)
  const run = (args: readonly string[]) => docvault(args, { cwd: company.folder, env: company.env })
  const backup = await run(['backup', '--json'])
  expect(backup.code).toBe(3)
  const gaps = Object(backup.events.at(-1)).gaps
  expect(gaps.length).toBeGreaterThan(5)
  expect(JSON.stringify(gaps)).toContain('…')
  const seen = [backup.stdout.toString(), backup.stderr]
  for (const args of [
    ['snapshots'],
    ['snapshots', '--json'],
    ['show', '1'],
    ['coverage'],
    ['audit', 'changes', '--format', 'md'],
    ['audit', 'access', '1', '--format', 'csv'],
    ['diff', '1', '1'],
    ['check'],
    ['backup'],
    ['backup', '--org', 'nothing-there'],
  ]) {
    const { stdout, stderr } = await run(args)
    seen.push(stdout.toString(), stderr)
  }
  const files = readdirSync(company.vaultPath, { recursive: true, withFileTypes: true })
  for (const file of files)
    if (file.isFile()) seen.push(readFileSync(join(file.parentPath, file.name)).toString('latin1'))
  const catalog = new Database(join(company.vaultPath, 'catalog.db'), { readonly: true })
  seen.push(JSON.stringify(catalog.prepare('SELECT * FROM gap').all()))
  catalog.close()
  for (const secret of secrets) expect(seen.filter(text => text.includes(secret))).toEqual([])
})
