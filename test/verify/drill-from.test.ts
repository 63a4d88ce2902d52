import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { docvault } from '../helpers/docvault.ts'

test('a drill from a replica proves the whole way back, and leaves its record in the vault', async () => {
  const company = await makeCompany()
  await company.backUp()
  const target = join(company.folder, 'replica')
  const identity = join(company.folder, 'ada.txt')
  const { stderr } = spawnSync('age-keygen', ['-o', identity], { encoding: 'utf8' })
  const temporary = join(company.folder, 'tmp')
  mkdirSync(temporary)
  const env = { ...company.env, DOCVAULT_REPLICA_TARGETS: target, TMPDIR: temporary }
  const run = (argv: string[], changed = {}) => docvault(argv, { env: { ...env, ...changed } })
  await run(['replica', 'key', 'add', /age1\w+/.exec(stderr)?.[0] ?? ''])
  expect((await run(['replicate', target, '--init'])).code).toBe(0)

  const from = ['drill', '--from', target, '--identity', identity, '--faults', 'off']
  const drilled = await run([...from, '--json'])
  const summary = drilled.events.findLast(one => one.message_type === 'summary')
  expect(summary).toMatchObject({ passed: true, from: { target, run: 1, damaged: 0 } })
  expect(drilled.code).toBe(0)
  const { report } = JSON.parse(readFileSync(String(summary?.file), 'utf8'))
  expect(report.from).toMatchObject({ target, run: 1 })
  expect((await run(['drill', '--records'])).stdout.toString()).toMatch(/from .*replica/)

  // Of the vault itself the record says where else it lies.
  await company.edit({ 'README.md': '# Changed\n' })
  await company.backUp()
  const own = (await run(['drill', '--faults', 'off', '--json'])).events.findLast(
    one => one.message_type === 'summary',
  )
  expect(own).toMatchObject({ from: null, replicas: [{ target, snapshot: 1, pending_snapshots: 1 }] })

  // Where there is nothing but the replica, it is drilled all the same.
  const alone = await run(from, { DOCVAULT_VAULT_PATH: join(company.folder, 'none') })
  expect(alone.stdout.toString()).toMatch(
    /\npassed .*\nthere is no vault here that could keep a record of it\n/,
  )
  expect(alone.code).toBe(0)
  expect(readdirSync(temporary)).toEqual([])
}, 120_000)

test('a drill from what is no replica, or without its key, says so and leaves no record', async () => {
  const company = await makeCompany()
  await company.backUp()
  const run = (...argv: string[]) => docvault(argv, { env: company.env })
  const none = await run('drill', '--from', join(company.folder, 'none'), '--passphrase-file', '/dev/null')
  expect(none.code).toBe(1)
  expect(none.stderr.toString()).toMatch(/none has no recovery\.age, so no passphrase opens it/)
  const both = await run('drill', '--from', company.folder, '--standalone')
  expect(both.stderr.toString()).toMatch(/--from and --standalone exclude each other/)
  expect((await run('drill', '--records')).stdout.toString()).toContain('no drill was run yet')
})
