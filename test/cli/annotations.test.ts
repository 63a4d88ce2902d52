/** Pins, tags and holds at the command line: what is said, where it shows, and what is refused. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseEnd } from '../../src/cli/end-time.ts'
import { makeCompany } from '../helpers/company.ts'
import { startTestDaemon } from '../helpers/daemon.ts'
import { docvault } from '../helpers/docvault.ts'
import { lineVersion, runLine } from '../helpers/program.ts'

async function backedUp(count = 3, env: Record<string, string> = {}) {
  const company = await makeCompany()
  for (let run = 0; run < count; run++) await company.backUp()
  const surroundings = { ...company.env, ...env }
  const run = (...argv: string[]) => runLine(argv, { env: surroundings })
  const said = async (...argv: string[]) => {
    const { text } = await run(...argv, '--json')
    return text
      .trim()
      .split('\n')
      .map((line): Record<string, unknown> => JSON.parse(line))
  }
  return { company, run, said, env: surroundings }
}

test('a pin shows where snapshots are listed, in text and JSON, until it is taken out', async () => {
  const { run, said } = await backedUp()
  expect(await run('pin', '1', '--reason', 'release 2')).toMatchObject({
    code: 0,
    text: 'snapshot 1 is pinned: release 2\n',
  })
  const listed = (await run('snapshots')).text.split('\n')
  expect([listed[0]?.endsWith('kept by'), listed[1], listed[2]]).toEqual([
    true,
    expect.stringMatching(/pin "release 2"$/),
    expect.not.stringContaining('pin'),
  ])
  expect(await said('snapshots')).toMatchObject([
    { snapshot: 1, pin: { reason: 'release 2', until: null, by: expect.any(String) } },
    { snapshot: 2 },
    { snapshot: 3 },
  ])
  expect((await run('show', '1')).text).toContain('\nkept by pin "release 2"\n')
  expect((await run('unpin', '1')).text).toBe('snapshot 1 is not pinned any more\n')
  expect((await run('snapshots')).text).not.toContain('pin')
})

test('a tag is a name wherever a snapshot is named, and what it led to is said', async () => {
  const { company, run, said } = await backedUp()
  expect((await run('tag', 'latest~1', 'before-move')).text).toBe('snapshot 2 is called before-move\n')
  const [page] = company.vault().resources(1, { kind: 'page' })
  const id = page?.id ?? ''
  const lines: string[][] = [
    ['ls', 'before-move', '--kind', 'space'],
    ['show', 'before-move'],
    ['coverage', 'before-move'],
    ['diff', 'before-move', 'latest'],
    ['blame', 'before-move', 'page', id],
    ['access', '--space', 'Handbook', '--at', 'before-move'],
    ['audit', 'changes', '--since', 'before-move', '--no-ledger'],
    ['export', 'before-move', join(company.folder, 'export')],
    ['restore', 'before-move', '--page', id],
    ['drill', 'before-move', '--space', 'Second'],
    ['pin', 'before-move'],
  ]
  for (const line of lines) expect([line, (await run(...line)).code]).toEqual([line, 0])
  expect((await run('ls', 'before-move')).notes).toContain('before-move is snapshot 2 of ')
  expect((await said('ls', 'before-move'))[0]).toMatchObject({ message_type: 'resolved', snapshot: 2 })
  expect((await run('snapshots')).text.split('\n')[2]).toMatch(/ before-move {2}pin$/)
  expect((await run('untag', 'before-move')).text).toBe('snapshot 2 is not called before-move any more\n')
  await expect(run('ls', 'before-move')).rejects.toThrow('before-move names no snapshot')
})

test('a hold keeps a time, is listed with whom it is for, and ends when it is released', async () => {
  const { run, said } = await backedUp()
  const held = await run(
    'hold',
    '--from',
    'today',
    '--who',
    'Legal',
    '--why',
    'subpoena of May',
    '--name',
    'm5',
  )
  expect(held.text).toBe('hold 1, "m5", keeps 3 snapshots until it is released\n')
  await run('hold', '2', '--who', 'Legal', '--why', 'subpoena', '--until', '2099-12-31')
  expect((await run('hold', '--list')).text).toMatch(
    /^1 {2}m5 +3 .* Legal {2}subpoena of May\n2 {2}subpoena +1 /m,
  )
  expect(await said('snapshots')).toMatchObject([
    { holds: [{ hold: 1, name: 'm5' }] },
    { holds: [{ hold: 1 }, { hold: 2, name: 'subpoena' }] },
    { holds: [{ hold: 1 }] },
  ])
  expect((await run('release', '1')).text).toContain('hold 1, "m5", is released')
  expect(await said('hold', '--list')).toMatchObject([{ message_type: 'hold', hold: 2, in_force: true }])
  expect(await said('hold', '--list', '--all')).toMatchObject([
    { hold: 1, in_force: false, released: expect.any(String) },
    { hold: 2 },
  ])
})

describe('refused, with what to do, and nothing is changed', () => {
  test('at the command line', async () => {
    const { run, said } = await backedUp(1)
    await run('tag', '1', 'v1')
    const wanted = ['--who', 'Legal', '--why', 'x']
    const wrong: [string[], RegExp][] = [
      [['pin', '9'], /there is no snapshot 9/],
      [['pin', 'nope'], /nope names no snapshot/],
      [['pin', '1', '--until', 'yesterday'], /--until "yesterday" is over already/],
      [['pin', '1', '--until', 'soon'], /--until "soon" is no time/],
      [['pin', '1', '--reason', 'x'.repeat(501)], /the reason has 501 characters/],
      [['unpin', '1'], /snapshot 1 is not pinned/],
      [['tag', '1', 'v1'], /the tag v1 names snapshot 1 already/],
      [['tag', '1', 'latest'], /"latest" is no tag/],
      [['tag', '1', 'yesterday'], /means something else/],
      [['untag', 'v2'], /there is no tag v2/],
      [['hold'], /what is to be held/],
      [['hold', '1', '--who', 'Legal'], /wants a reason/],
      [['hold', '1', '--from', 'today', ...wanted], /not both/],
      [['hold', '--from', 'today', '--to', 'yesterday', ...wanted], /later than --to/],
      [['hold', '--from', 'sometime', ...wanted], /"sometime" is no time/],
      [['hold', '1', '--until', '2020-01-01', ...wanted], /--until "2020-01-01" is over already/],
      [['hold', '--org', 'nobody', ...wanted], /the vault has no organization nobody/],
      [['release', '1'], /there is no hold 1/],
      [['release', 'x'], /"x" is no number of a hold/],
    ]
    for (const [argv, words] of wrong)
      await expect(run(...argv), argv.join(' ')).rejects.toMatchObject({
        code: 'usage',
        message: expect.stringMatching(words),
      })
    expect((await said('audit', 'ledger')).filter(({ act }) => act !== undefined)).toHaveLength(1)
  })

  test('where there is no vault, and none is made', async () => {
    const company = await makeCompany()
    const result = await docvault(['pin', '1'], { env: company.env, cwd: company.folder })
    expect([result.code, result.stderr]).toEqual([10, expect.stringContaining('there is no vault')])
    expect((await docvault(['snapshots'], { env: company.env })).code).toBe(10)
  })

  test('a key of the ledger that is none stops the act', async () => {
    const { run, said } = await backedUp(1, { DOCVAULT_AUDIT_KEY_FILE: '/nowhere/key' })
    await expect(run('pin', '1')).rejects.toMatchObject({ code: 'usage' })
    expect((await said('snapshots'))[0]).not.toHaveProperty('pin')
  })
})

test('the ledger remembers each act, signed where there is a key, and a forged one is found', async () => {
  const company = await makeCompany()
  await company.backUp()
  const key = join(company.folder, 'audit.key')
  const env = { ...company.env, DOCVAULT_AUDIT_KEY_FILE: key, DOCVAULT_AUDIT_PUBLIC_KEY_FILE: `${key}.pub` }
  const run = (...argv: string[]) => runLine(argv, { env })
  await runLine(['audit', 'keygen', key], { env: company.env })
  await run('pin', '1', '--reason', 'release')
  await run('tag', '1', 'v1')
  await run('hold', '1', '--who', 'Legal', '--why', 'x')
  const { text } = await run('audit', 'ledger')
  expect(text).toMatch(/^1 .* pin snapshot 1, by \S+ {2}signed/m)
  expect(text).toMatch(/^2 .* tag snapshot 1 as v1, by \S+ {2}signed/m)
  expect(text).toMatch(/^3 .* hold 1, by \S+ {2}signed/m)
  expect((await run('audit', 'verify')).code).toBe(0)
  const unsigned = await runLine(['unpin', '1'], { env: company.env })
  expect([unsigned.code, (await run('audit', 'verify')).code]).toEqual([0, 13])
})

test('beside a daemon the daemon does it, while a backup of its own is at work', async () => {
  const { company, run, said } = await backedUp(1)
  const daemon = await startTestDaemon(company, { version: lineVersion })
  company.emulator.fault({ operation: '*', kind: 'slow', ms: 30 })
  const nightly = daemon.run('backup')
  await daemon.logged(line => line.msg === 'a snapshot is begun')
  expect((await run('pin', '1', '--reason', 'now')).text).toBe('snapshot 1 is pinned: now\n')
  expect((await run('tag', '1', 'v1')).code).toBe(0)
  expect((await said('snapshots'))[0]).toMatchObject({ pin: { reason: 'now' }, tags: ['v1'] })
  await expect(run('tag', '1', 'v1')).rejects.toMatchObject({ code: 'usage' })
  expect((await nightly).outcome).toBe('complete')
})

test('an end is a time from now, or the end of a day that comes', () => {
  const clock = { now: Date.parse('2026-03-01T12:00:00Z'), timezone: 'Europe/Berlin' }
  const end = (text: string) => parseEnd('--until', text, clock)
  expect([end('48h'), end('90d'), end('8w')]).toEqual([
    '2026-03-03T12:00:00.000Z',
    '2026-05-30T12:00:00.000Z',
    '2026-04-26T12:00:00.000Z',
  ])
  expect([end('2026-12-31'), end('2026-03-01'), end('2027-01')]).toEqual([
    '2026-12-31T22:59:59.999Z',
    '2026-03-01T22:59:59.999Z',
    '2027-01-31T22:59:59.999Z',
  ])
  for (const text of ['2026-02-28', 'yesterday', '0d', 'now'])
    expect(() => end(text)).toThrow('is over already')
  for (const text of ['', 'x', '-3d', '2026-13-01', '9999999d']) expect(() => end(text)).toThrow('is no time')
})
