/** At the command line: each guarded action ends before it begins until two people want it, and works once. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import { approvalBookOf } from '../../jobs/approvals.ts'
import { exitCodeOf } from '../../src/cli/exit-code.ts'
import type { JsonObject } from '../../src/emulator/state/json-object.ts'
import { DocvaultError } from '../../src/model/errors.ts'
import { openForReading } from '../../src/vault/catalog/database.ts'
import { makeCompany } from '../helpers/company.ts'
import { runLine } from '../helpers/program.ts'
import { restoreHome } from '../helpers/restoring.ts'
import { makeDatedVault, nights, reading } from '../retention/dated-vault.ts'

const ROLES = '[{"group":"docs","role":"admin"}]'
const guarding = (...actions: string[]) => ({
  DOCVAULT_APPROVALS_ACTIONS: actions.join(','),
  DOCVAULT_SERVER_OIDC_ISSUER: 'https://id.example.com',
  DOCVAULT_SERVER_OIDC_CLIENT_ID: 'docvault',
  DOCVAULT_SERVER_ROLES: ROLES,
})
const ada = { by: 'Ada', subject: 'ada' }
const bob = { by: 'Bob', subject: 'bob' }

function world(path: string, env: Record<string, string>) {
  const surroundings = { DOCVAULT_VAULT_PATH: path, ...env }
  const run = (...argv: string[]) => ended(runLine(argv, { env: surroundings }))
  const approvals = () => reading(path, vault => vault.approvals())
  const approve = () => {
    const book = approvalBookOf(loadConfig({ env: surroundings }), Date.now)
    const { request } = approvals().at(-1) ?? { request: '' }
    book.approve(request, ada)
    book.approve(request, bob)
  }
  /** All that the vault has but the ledger. */
  const state = () => {
    const db = openForReading(join(path, 'catalog.db'))
    try {
      const tables = ['forgotten', 'pruned', 'hold', 'version', 'content', 'restore_run', 'snapshot']
      return tables.map(table => db.prepare(`SELECT * FROM ${table} `).all())
    } finally {
      db.close()
    }
  }
  return { path, run, approvals, approve, state, env: surroundings }
}

/** As the program ends: what is thrown, in words and as an exit code. */
async function ended(line: ReturnType<typeof runLine>) {
  try {
    return await line
  } catch (error) {
    if (!(error instanceof DocvaultError)) throw error
    return { code: exitCodeOf(error), text: '', notes: `${error.message}: ${error.hint}` }
  }
}

/** Of every space: each content that was ever written to it. */
function revisionsOf(state: JsonObject): unknown[] {
  return [...JSON.stringify(state).matchAll(/"revisions":(\[[^\]]*\])/g)].map(([, ids]) => ids)
}

type World = ReturnType<typeof world>

/** The same line four times: refused and nothing written, approved by one alone, by two, and once more. */
async function assertGuarded(
  { run, approvals, approve, state }: World,
  line: readonly string[],
): Promise<void> {
  const before = state()
  const refused = await run(...line)
  expect([refused.code, refused.notes]).toEqual([15, expect.stringContaining('needs two people')])
  expect(refused.notes).toMatch(/request [0-9a-f]{12} waits until .*2 people agree/)
  expect((await run(...line)).code).toBe(15)
  expect(approvals()).toHaveLength(1)
  expect(state()).toEqual(before)
  approve()
  expect(await run(...line)).toMatchObject({ code: 0 })
  expect(state()).not.toEqual(before)
  expect(approvals()).toMatchObject([{ used: { by: expect.any(String) } }])
}

describe('forgetting', () => {
  const policy = { DOCVAULT_RETENTION_KEEP_DAILY: '2' }

  test('of named snapshots needs two people', async () => {
    const guarded = world(await makeDatedVault(nights(4, '2026-06-04')), {
      ...policy,
      ...guarding('forget-beyond-policy'),
    })
    await assertGuarded(guarded, ['forget', '1', '--apply', '--expect', '1'])
    expect((await guarded.run('forget', '2', '--apply', '--expect', '1')).code).toBe(15)
  })

  test('by the policy that was applied last needs nobody, by another one two people', async () => {
    const path = await makeDatedVault(nights(6, '2026-06-06'))
    const open = world(path, policy)
    expect((await open.run('forget', '--apply', '--expect', '4')).code).toBe(0)
    expect((await open.run('forget', '--undo')).code).toBe(0)
    const guarded = world(path, { ...policy, ...guarding('forget-beyond-policy') })
    expect((await guarded.run('forget', '--apply', '--expect', '4')).code).toBe(0)
    expect(guarded.approvals()).toEqual([])
    expect((await guarded.run('forget', '--undo')).code).toBe(0)
    expect((await guarded.run('forget', '--keep-daily', '1', '--apply', '--expect', '5')).code).toBe(15)
    // Whoever changes the setting has not agreed to it for two.
    const changed = world(path, { DOCVAULT_RETENTION_KEEP_DAILY: '1', ...guarding('forget-beyond-policy') })
    expect((await changed.run('forget', '--apply', '--expect', '5')).code).toBe(15)
  })
})

test('a prune that a person starts needs two people, and one for other snapshots two again', async () => {
  const path = await makeDatedVault(nights(4, '2026-06-04'))
  const open = world(path, { DOCVAULT_RETENTION_UNDO: '0s' })
  expect((await open.run('forget', '1', '--apply', '--expect', '1')).code).toBe(0)
  const guarded = world(path, { DOCVAULT_RETENTION_UNDO: '0s', ...guarding('prune') })
  expect((await guarded.run('prune', '--apply')).code).toBe(15)
  guarded.approve()
  expect((await open.run('forget', '2', '--apply', '--expect', '1')).code).toBe(0)
  const before = guarded.state()
  expect((await guarded.run('prune', '--apply')).code).toBe(15)
  expect(guarded.state()).toEqual(before)
  expect(guarded.approvals()).toMatchObject([{ used: null }, { used: null, approvals: [] }])
  guarded.approve()
  expect((await guarded.run('prune', '--apply')).code).toBe(0)
  expect(reading(path, vault => vault.pruned().map(({ snapshot }) => snapshot))).toEqual([1, 2])
})

test('releasing a hold needs two people', async () => {
  const path = await makeDatedVault(nights(2, '2026-06-02'))
  const open = world(path, {})
  const made = await open.run('hold', '1', '--who', 'legal', '--why', 'a court')
  expect(made.code).toBe(0)
  await assertGuarded(world(path, guarding('hold-release')), ['release', '1'])
})

test('another key of the replicas needs two people, and a wrong passphrase uses nothing up', async () => {
  const path = await makeDatedVault(nights(1, '2026-06-02'))
  const guarded = world(path, guarding('replica-key'))
  const recipient = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'
  const add = ['replica', 'key', 'add', recipient, '--name', 'ada'] as const
  expect((await guarded.run(...add)).code).toBe(15)
  expect((await guarded.run('replica', 'key', 'list')).text).toContain('there is no key yet')
  guarded.approve()
  expect((await guarded.run(...add)).code).toBe(0)
  expect((await guarded.run('replica', 'key', 'remove', 'ada')).code).toBe(15)
  expect((await guarded.run('replica', 'key', 'list')).text).toContain(recipient)
})

describe('a restore', () => {
  async function planned(env: Record<string, string>) {
    const company = await makeCompany()
    await company.backUp()
    await company.edit({ 'README.md': '# Welcome\n\nOverwritten.\n' })
    const { plan } = await restoreHome(company).plan('1', { onConflict: 'update' })
    const guarded = world(company.vaultPath, { ...company.env, ...env })
    const digest = String(plan?.digest)
    const platform = () => revisionsOf(company.emulator.state())
    return { company, guarded, platform, apply: ['restore', 'apply', digest, '--yes'] }
  }

  test('into production needs two people, writes nothing before, and once', async () => {
    const { guarded, apply, platform, company } = await planned(guarding('restore-production'))
    const before = platform()
    const refused = await guarded.run(...apply)
    expect([refused.code, refused.notes]).toEqual([15, expect.stringContaining('a restore of snapshot 1')])
    expect(platform()).toEqual(before)
    guarded.approve()
    expect((await guarded.run(...apply)).code).toBe(0)
    expect(company.vault().restoreRuns()).toHaveLength(1)
    const after = platform()
    expect(after).not.toEqual(before)
    const repeated = await guarded.run(...apply)
    expect(repeated.code).not.toBe(0)
    expect(platform()).toEqual(after)
  })

  test('of another state than was approved is refused, writes nothing, and uses nothing up', async () => {
    const { guarded, apply, platform, company } = await planned(guarding('restore-production'))
    await guarded.run(...apply)
    guarded.approve()
    await company.edit({ 'guides/install.md': '# Install\n\nSomebody was here.\n' })
    const before = platform()
    const stale = await guarded.run(...apply)
    expect([stale.code, stale.notes]).toEqual([2, expect.stringContaining('plan')])
    expect(platform()).toEqual(before)
    expect(guarded.approvals()).toMatchObject([{ used: null }])
  })

  test('into an organization for staging needs nobody', async () => {
    const { company, guarded, apply } = await planned({})
    const env = {
      ...guarding('restore-production'),
      DOCVAULT_APPROVALS_STAGING: company.emulator.organization,
    }
    expect((await world(company.vaultPath, { ...guarded.env, ...env }).run(...apply)).code).toBe(0)
  })
})

test('settings that nobody could approve by are refused with what is missing', async () => {
  const path = await makeDatedVault(nights(1, '2026-06-02'))
  const alone = await world(path, { DOCVAULT_APPROVALS_ACTIONS: 'prune' }).run('snapshots')
  expect([alone.code, alone.notes]).toEqual([2, expect.stringContaining('server.oidc.issuer is missing')])
  const weak = { ...guarding('prune'), DOCVAULT_SERVER_ROLES: '[{"group":"docs","role":"restorer"}]' }
  const { code, notes } = await world(path, weak).run('snapshots')
  expect([code, notes]).toEqual([2, expect.stringContaining('prune is for the role admin to approve')])
})
