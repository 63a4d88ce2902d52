/** `forget` at the command line: what is shown, what is agreed to, what is refused, and the way back. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openForWriting } from '../../src/vault/catalog/database.ts'
import { runLine } from '../helpers/program.ts'
import { type DatedSnapshot, makeDatedVault, nights, reading, withVault } from '../retention/dated-vault.ts'

const policy = { DOCVAULT_RETENTION_KEEP_DAILY: '2' }

async function vaultOf(snapshots: readonly DatedSnapshot[], env: Record<string, string> = policy) {
  const path = await makeDatedVault(snapshots)
  const surroundings = { DOCVAULT_VAULT_PATH: path, ...env }
  const run = (...argv: string[]) => runLine(argv, { env: surroundings })
  const said = async (...argv: string[]) => {
    const { text } = await run(...argv, '--json')
    return text
      .trim()
      .split('\n')
      .map((line): Record<string, unknown> => JSON.parse(line))
  }
  const forgotten = () =>
    reading(path, vault =>
      vault
        .snapshots()
        .filter(snapshot => snapshot.forgotten !== undefined)
        .map(({ snapshot }) => snapshot),
    )
  return { path, run, said, forgotten }
}

describe('without --apply', () => {
  test('each snapshot stands with its reasons or that it goes, in the zone that decides, and nothing changes', async () => {
    const zone = { ...policy, DOCVAULT_SCHEDULES_TIMEZONE: 'Asia/Tokyo' }
    const { run, forgotten } = await vaultOf(nights(4, '2026-06-04'), zone)
    const { code, text } = await run('forget')
    expect([code, text.split('\n')]).toEqual([
      0,
      [
        '#  time (Asia/Tokyo)    state     kept by',
        '1  2026-06-01 11:00:00  complete  goes',
        '2  2026-06-02 11:00:00  complete  goes',
        '3  2026-06-03 11:00:00  complete  daily 2/2',
        '4  2026-06-04 11:00:00  complete  daily 1/2, newest, newest complete',
        '2 daily: 2 kept, 2 snapshots to forget',
        'nothing was changed; with --apply --expect 2 they are forgotten, and may be pruned 14d later',
        '',
      ],
    ])
    expect(forgotten()).toEqual([])
  })

  test('the same for programs', async () => {
    const { said } = await vaultOf(nights(3, '2026-06-03'))
    expect(await said('forget')).toMatchObject([
      { message_type: 'snapshot', snapshot: 1, time: '2026-06-01T02:00:00.000Z', forgets: true, reasons: [] },
      {
        snapshot: 2,
        forgets: false,
        reasons: [{ code: 'count', rule: 'daily', position: 2, of: 2, words: 'daily 2/2' }],
      },
      { snapshot: 3, forgets: false },
      { message_type: 'summary', policy: '2 daily', timezone: 'UTC', kept: 2, forgets: 1, snapshots: [1] },
    ])
  })

  test('without a rule everything is kept, and that is said', async () => {
    const { run } = await vaultOf(nights(2, '2026-06-02'), {})
    const { code, text } = await run('forget')
    expect([code, text]).toEqual([
      0,
      expect.stringContaining('no rule in retention.*, so everything is kept'),
    ])
    expect((await run('forget', '--apply', '--expect', '0')).text).toContain('there is nothing to forget')
  })

  test('another policy is tried by its options', async () => {
    const { said } = await vaultOf(nights(40, '2026-06-09'))
    const kept = async (...options: string[]) => (await said('forget', ...options)).at(-1)?.kept
    expect(await kept('--keep-last', '3')).toBe(3)
    expect(await kept('--keep-weekly', '4', '--keep-monthly', '2')).toBe(4)
    expect(await kept('--keep-within', '9d')).toBe(10)
    expect(await kept('--keep-within-weekly', '14d')).toBe(3)
    expect(await kept('--keep-yearly', '5')).toBe(1)
  })
})

describe('with --apply', () => {
  test('what was expected is forgotten, shown as such, still read, no latest~1, and brought back', async () => {
    const { run, said, forgotten } = await vaultOf(nights(4, '2026-06-04'))
    const applied = await run('forget', '--apply', '--expect', '2')
    expect([applied.code, applied.text]).toEqual([
      0,
      expect.stringContaining('2 snapshots forgotten; `docvault forget --undo` brings them back, for 14d'),
    ])
    expect(forgotten()).toEqual([1, 2])
    const listed = await run('snapshots')
    expect(listed.text).toMatch(/^1 {2}complete, forgotten {2}/m)
    expect(listed.text).toContain('2 forgotten: `docvault forget --undo`')
    expect((await said('snapshots'))[0]).toMatchObject({
      forgotten: { policy: '2 daily', by: expect.any(String) },
    })
    expect((await run('show', '1')).text).toMatch(/^forgotten \d{4}.* \(2 daily\)$/m)
    const read = await run('ls', '1')
    expect([read.code, read.notes]).toEqual([0, expect.stringContaining('docvault forget --undo 1')])
    await expect(run('ls', 'latest~2')).rejects.toThrow('too few complete snapshots')
    await expect(run('ls', '@2026-06-02')).rejects.toThrow('no complete snapshot at or before')
    expect((await said('forget')).at(-1)).toMatchObject({ kept: 2, forgets: 0 })
    expect((await run('forget', '--undo', '2')).text).toContain('not forgotten any more: 2; pin what')
    expect(forgotten()).toEqual([1])
    await run('forget', '--undo')
    expect([forgotten(), (await run('forget', '--undo')).text]).toEqual([[], 'nothing is forgotten\n'])
    expect((await said('audit', 'ledger')).map(({ act, snapshots }) => [act, snapshots])).toEqual([
      ['forget', '1-2'],
      ['unforget', '2'],
      ['unforget', '1'],
      [undefined, undefined],
    ])
    expect((await run('audit', 'verify')).code).toBe(0)
    expect((await run('check')).code).toBe(0)
  })

  test('twice is once', async () => {
    const { run, forgotten } = await vaultOf(nights(4, '2026-06-04'))
    await run('forget', '--apply', '--expect', '2')
    expect((await run('forget', '--apply', '--expect', '0')).text).toContain('there is nothing to forget')
    expect(forgotten()).toEqual([1, 2])
  })

  test('named snapshots, and no others', async () => {
    const { run, forgotten } = await vaultOf(nights(4, '2026-06-04'))
    await run('tag', '3', 'bad')
    expect((await run('forget', 'bad')).text).toContain('named by hand: 0 kept, 1 snapshot to forget')
    expect((await run('forget', 'bad', '--apply', '--expect', '1')).code).toBe(0)
    expect([forgotten(), (await run('ls', 'bad')).code]).toEqual([[3], 0])
  })

  test('a pin or a hold brings back, and keeps', async () => {
    const { run, forgotten } = await vaultOf(nights(4, '2026-06-04'))
    await run('forget', '--apply', '--expect', '2')
    expect((await run('pin', '1')).text).toContain('it was forgotten, and is no more')
    const held = await run('hold', '--from', '2026-06-02', '--who', 'Legal', '--why', 'x')
    expect(held.text).toContain('no more forgotten: 2')
    expect(forgotten()).toEqual([])
    expect((await run('forget')).text).toContain('4 kept, 0 snapshots to forget')
  })

  test('some thousand snapshots are forgotten, and the ledger has an entry for each thousand', async () => {
    const { run, path, said } = await vaultOf(nights(3, '2026-06-03'), {})
    // Given up, which no rule keeps: to seal so many takes minutes.
    const db = openForWriting(join(path, 'catalog.db'))
    db.exec(`WITH RECURSIVE hour (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM hour WHERE at < 2100)
      INSERT INTO snapshot (organization, title, state, started_by, started)
      SELECT 1, 'org', 'failed', 'test', at FROM hour`)
    db.close()
    const given = ['--keep-last', '3', '--apply', '--expect', '2100']
    expect((await run('forget', ...given)).code).toBe(0)
    const entries = (await said('audit', 'ledger')).filter(({ act }) => act === 'forget')
    expect(entries.map(({ snapshots, count }) => [snapshots, count])).toEqual([
      ['4-1003', 1000],
      ['1004-2003', 1000],
      ['2004-2103', 100],
    ])
  })
})

test('what is wrong is refused with what to do, and nothing is changed', async () => {
  const { run, forgotten, path } = await vaultOf(nights(5, '2026-06-05'))
  await withVault(path, vault =>
    vault
      .annotations({ by: 'ada', note: () => ({ body: () => '{}', sign: null }) })
      .pin(1, { reason: 'release', untilMs: null }),
  )
  const wrong: [string[], RegExp][] = [
    [['--apply'], /--apply wants --expect/],
    [['--apply', '--expect', '3'], /--expect is 3, and the plan forgets 2 snapshots: nothing was forgotten/],
    [['--apply', '--expect', 'all'], /--expect "all" is no number/],
    [['--expect', '2'], /--expect goes with --apply/],
    [['1'], /snapshot 1 cannot be forgotten: pin "release"/],
    [['5', '--apply', '--expect', '1'], /snapshot 5 cannot be forgotten: newest, newest complete/],
    [['99'], /there is no snapshot 99/],
    [['nope'], /nope names no snapshot/],
    [['2', '--keep-last', '1'], /leave out --keep/],
    [['--keep-last', 'some'], /--keep-last "some" is no whole number/],
    [['--keep-within', '3 moons'], /--keep-within "3 moons" is no duration/],
    [['--keep-last', '0', '--org', 'nobody'], /no snapshot of organization nobody/],
    [['--undo', '3'], /snapshot 3 is not forgotten/],
    [['--undo', '--apply', '--expect', '1'], /--undo goes with snapshots and --org only/],
  ]
  for (const [argv, words] of wrong)
    await expect(run('forget', ...argv), argv.join(' ')).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(words),
    })
  expect(forgotten()).toEqual([])
  const zone = { DOCVAULT_VAULT_PATH: path, ...policy, DOCVAULT_SCHEDULES_TIMEZONE: 'Mars/Phobos' }
  await expect(runLine(['forget'], { env: zone })).rejects.toThrow('is wrong')
  await expect(runLine(['forget'], { env: { DOCVAULT_VAULT_PATH: `${path}.none` } })).rejects.toMatchObject({
    code: 'vault-missing',
  })
})
