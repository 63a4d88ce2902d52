/**
 * An incident on real documentation, by the command line alone, beside a daemon that runs: pages are overwritten, one person
 * plans to put them back and cannot, two agree, and the platform is as it was.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { startDaemonProcess } from '../helpers/daemon-process.ts'
import { writeState } from '../helpers/data-sets.ts'
import { docvault } from '../helpers/docvault.ts'
import { startMockIssuer } from '../helpers/mock-issuer.ts'
import { filesBelow } from '../helpers/source-tree.ts'

const OVERWRITTEN = 30

test('thirty pages are overwritten, and two people bring them back', { timeout: 1_200_000 }, async () => {
  const company = await makeCompany()
  const { emulator, folder } = company
  const space = emulator.create('space', { title: 'Sunbird', organization: emulator.organization })
  const content = join(folder, 'sunbird')
  writeState('sunbird', 'last', content)
  await emulator.load(space, content)
  const issuer = await startMockIssuer()
  const env = {
    ...company.env,
    DOCVAULT_DAEMON_PATH: join(folder, 'daemon'),
    DOCVAULT_SERVER_PORT: '0',
    DOCVAULT_SERVER_TOKEN: 'a-token',
    DOCVAULT_APPROVALS_ACTIONS: 'restore-production',
    DOCVAULT_SERVER_OIDC_ISSUER: issuer.url,
    DOCVAULT_SERVER_OIDC_CLIENT_ID: issuer.clientId,
    DOCVAULT_SERVER_OIDC_CLIENT_SECRET: issuer.clientSecret,
    DOCVAULT_SERVER_ROLES: '[{"group":"docs","role":"restorer"},{"group":"all","role":"viewer"}]',
  }
  const daemon = await startDaemonProcess(env)
  onTestFinished(async () => void (await daemon.kill('SIGTERM')))
  await daemon.logged(line => line.msg === 'holding the vault')
  const run = (...args: string[]) => docvault(args, { env, cwd: folder })
  const exported = async (name: string) => {
    expect((await run('backup')).code).toBe(0)
    expect((await run('export', 'latest', name, '--space', 'Sunbird')).code).toBe(0)
    const below = join(folder, name)
    return new Map(filesBelow(below).map(file => [relative(below, file), readFileSync(file, 'utf8')]))
  }
  const before = await exported('before')

  const pages = filesBelow(content)
    .filter(file => file.endsWith('.md') && !file.endsWith('SUMMARY.md'))
    .slice(0, OVERWRITTEN)
  for (const page of pages) writeFileSync(page, '# Gone\n\nPay 3 coins.\n')
  await emulator.load(space, content)
  const damaged = await exported('damaged')
  expect(differing(before, damaged).length).toBeGreaterThan(OVERWRITTEN / 2)
  expect((await run('anomalies')).stdout.toString()).toMatch(/same-body|mass-overwrite/)

  const planned = await run(
    'restore',
    '1',
    '--space',
    'Sunbird',
    '--on-conflict',
    'update',
    '-o',
    'plan.json',
  )
  expect([planned.code, planned.stderr]).toEqual([0, ''])
  const revision = currentOf(emulator.state(), space)
  expect(revision).not.toBe('')
  const refused = await run('restore', 'apply', 'plan.json', '--yes')
  expect([refused.code, refused.stderr]).toEqual([15, expect.stringContaining('2 people agree')])
  const [, request = ''] = /docvault approve ([0-9a-f]{12})/.exec(refused.stderr) ?? []
  expect((await run('approve', '00000000')).stderr).toContain('there is no request 00000000')
  issuer.person = { sub: 'eve', name: 'Eve', groups: ['all'] }
  expect((await run('approve', request)).stderr).toContain('is for the role restorer')
  issuer.person = { sub: 'ada', name: 'Ada', groups: ['docs'] }
  expect((await run('approve', request)).code).toBe(0)
  expect((await run('approve', request)).stderr).toContain('has approved it already')
  expect((await run('restore', 'apply', 'plan.json', '--yes')).code).toBe(15)
  expect(currentOf(emulator.state(), space)).toBe(revision)
  issuer.person = { sub: 'bob', name: 'Bob', groups: ['docs'] }
  expect((await run('approve', request)).code).toBe(0)
  const applied = await run('restore', 'apply', 'plan.json', '--yes')
  expect([applied.code, applied.stderr]).toEqual([0, ''])

  expect(differing(before, await exported('after'))).toEqual([])
  expect((await run('restore', 'apply', 'plan.json', '--yes')).code).not.toBe(0)
  expect((await run('approvals', '--all')).stdout.toString()).toMatch(/used/)
  expect((await run('audit', 'ledger')).code).toBe(0)
})

function differing(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].filter(name => a.get(name) !== b.get(name))
}

/** Id of its newest revision; whatever is written to a space makes another one. */
function currentOf(state: object, space: string): string {
  const found = new RegExp(`"id":"${space}"[\\s\\S]*?"revisions":\\[([^\\]]*)\\]`).exec(JSON.stringify(state))
  return JSON.parse(`[${found?.[1] ?? ''}]`).at(-1) ?? ''
}
