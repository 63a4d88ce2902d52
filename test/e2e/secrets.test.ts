import { expect, test } from 'vitest'
import { shownJson } from '../../src/diff/describe.ts'
import { resources } from '../../src/resources/index.ts'
import { makeCompany } from '../helpers/company.ts'
import { docvault } from '../helpers/docvault.ts'

test('secrets are in the vault, and no command shows them', async () => {
  const company = await makeCompany({ sites: 1 })
  const [site] = Object(company.emulator.state()).organizations[0].sites
  company.emulator.patch('site', site.id, { visibility: 'visitor-auth' })
  await company.backUp()
  const kinds = resources.filter(one => one.secret !== undefined).map(one => one.kind)
  const vault = company.vault()
  const rows = kinds.flatMap(kind => [...vault.resources(1, { kind })])
  const kept = rows.map(row => JSON.stringify(vault.readJson(row))).join('\n')
  const secrets = [
    ...(kept.match(/emu_site_[A-Za-z0-9_-]+/g) ?? []),
    ...(kept.match(/Bearer of-the-search-server/g) ?? []),
    ...(kept.match(/#docs/g) ?? []),
    ...inviteKeys(kept),
    ...[...kept.matchAll(/"published":"[^"]*\/([A-Za-z0-9_-]{20,})\/?"/g)].map(found => found[1] ?? ''),
  ]
  expect(secrets.length).toBeGreaterThanOrEqual(5)
  expect(inviteKeys(kept)).not.toEqual([])
  const seen = rows.map(row => JSON.stringify(shownJson(vault, resources, row)))
  for (const shown of seen) expect(shown).toContain('(secret)')
  const invite = rows.find(row => row.kind === 'link-invite')
  for (const form of ['json', 'raw']) {
    const args = ['show', '1', 'link-invite', invite?.id ?? '', '--as', form]
    const run = await docvault(args, { env: company.env })
    expect(run.stdout.toString()).toContain('(secret)')
    seen.push(run.stdout.toString())
  }
  seen.push((await docvault(['ls', '1', '--json'], { env: company.env })).stdout.toString())
  const other = await docvault(['diff', '1', '1', '--json'], { env: company.env })
  seen.push(other.stdout.toString())
  for (const secret of secrets) expect(seen.join('\n')).not.toContain(secret)
})

function inviteKeys(kept: string): string[] {
  return [...kept.matchAll(/"id":"([^"]+)","object":"invite"|"object":"invite","id":"([^"]+)"/g)].map(
    found => found[1] ?? found[2] ?? '',
  )
}
