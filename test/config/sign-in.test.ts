import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../config/load.ts'

const env = {
  DOCVAULT_SERVER_OIDC_ISSUER: 'https://id.example.com',
  DOCVAULT_SERVER_OIDC_CLIENT_ID: 'docvault',
  DOCVAULT_SERVER_ROLES: '[{"group":"docs","role":"viewer"}]',
}

describe('the settings of signing in', () => {
  test('roles are maps in the file, and the same as JSON in the environment', () => {
    const rules = [
      { group: 'docs', role: 'viewer', organizations: null },
      { group: 'it', role: 'restorer', organizations: ['o1', 'o2'] },
      { group: 'acme', role: 'auditor', organizations: null, tenants: ['acme', 'acme-labs'] },
    ]
    const file = fileWith(`server:
  roles:
    - group: docs
      role: viewer
    - {group: it, role: restorer, organizations: [o1, o2]}
    - {group: acme, role: auditor, tenants: [acme, acme-labs]}
`)
    expect(loadConfig({ env: {}, file })['server.roles']).toEqual(rules)
    const text = JSON.stringify(
      rules.map(({ organizations, ...rule }) => ({ ...rule, ...(organizations && { organizations }) })),
    )
    expect(loadConfig({ env: { DOCVAULT_SERVER_ROLES: text } })['server.roles']).toEqual(rules)
  })

  test('what is wrong with roles is said with the entry and with what there is', () => {
    const cases: [string, RegExp][] = [
      ['docs=viewer', /DOCVAULT_SERVER_ROLES: server\.roles .* is no list of maps such as \{group: docs/],
      ['[{"group":"a","role":"boss"}]', /entry 1 has the role "boss", which is none of viewer, auditor, op/],
      ['[{"role":"viewer"}]', /entry 1 has no group/],
      ['[{"group":"a","role":"viewer","org":"o1"}]', /entry 1 has org, which is none of group, role, organ/],
      ['[{"group":"a","role":"viewer","organizations":[]}]', /leave it out for all of them/],
      ['[{"group":"a","role":"viewer","tenants":["Acme"]}]', /tenants that are no list of names of lower/],
      [
        '[{"group":"a","role":"viewer","tenants":["a"],"organizations":["o"]}]',
        /an entry for each of the two/,
      ],
      ['["a"]', /entry 1 is no map/],
    ]
    for (const [text, words] of cases)
      expect(() => loadConfig({ env: { DOCVAULT_SERVER_ROLES: text } })).toThrow(words)
  })

  test('what an issuer needs is asked for by name', () => {
    expect(loadConfig({ env })).toMatchObject({ 'server.oidc.groupsClaim': 'groups' })
    const cases: [Record<string, string>, RegExp][] = [
      [{ DOCVAULT_SERVER_OIDC_ISSUER: 'http://id.example.com' }, /issuer: http:.* is no https address/],
      [{ DOCVAULT_SERVER_OIDC_ISSUER: 'id' }, /issuer: id is no https address/],
      [{ DOCVAULT_SERVER_OIDC_CLIENT_ID: '' }, /server\.oidc\.clientId is missing/],
      [{ DOCVAULT_SERVER_OIDC_ISSUER: '' }, /server\.oidc\.issuer is missing/],
      [{ DOCVAULT_SERVER_OIDC_SCOPES: 'profile' }, /scopes: openid is missing/],
      [{ DOCVAULT_SERVER_ROLES: '' }, /server\.roles is empty/],
      [{ DOCVAULT_SERVER_HOST: '0.0.0.0' }, /server\.publicUrl is missing; set it to the address/],
      [{ DOCVAULT_SERVER_PUBLIC_URL: 'http://docvault.example' }, /publicUrl: .* is no https address/],
      [{ DOCVAULT_SERVER_PUBLIC_URL: 'https://example.com/docvault' }, /without a path/],
    ]
    for (const [changed, words] of cases)
      expect(() => loadConfig({ env: { ...env, ...changed } })).toThrow(words)
    const loopback = { DOCVAULT_SERVER_OIDC_ISSUER: 'http://127.0.0.1:9000' }
    expect(loadConfig({ env: { ...env, ...loopback } })['server.oidc.issuer']).toBe('http://127.0.0.1:9000')
  })
})

function fileWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'docvault-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'docvault.yaml')
  writeFileSync(file, text)
  return file
}
