/** `prune` at the command line: what it says beforehand, what it takes, and what is refused afterwards. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SnapshotPruned, UsageError } from '../../src/model/errors.ts'
import { openForWriting } from '../../src/vault/catalog/database.ts'
import { runLine } from '../helpers/program.ts'
import { makeDatedVault, nights, reading, withVault } from '../retention/dated-vault.ts'
import { temporaryFolder } from '../vault/fixture.ts'

/** Nothing can be brought back for long, where the test does not say otherwise. */
const undo = { DOCVAULT_RETENTION_UNDO: '0s' }

async function vaultOf(count: number, env: Record<string, string> = undo) {
  const path = await makeDatedVault(nights(count, '2026-06-20'))
  const surroundings = { DOCVAULT_VAULT_PATH: path, ...env }
  const run = (...argv: string[]) => runLine(argv, { env: surroundings })
  const said = async (...argv: string[]) => {
    const { text } = await run(...argv, '--json')
    return text
      .trim()
      .split('\n')
      .map((line): Record<string, unknown> => JSON.parse(line))
  }
  const forget = (...snapshots: string[]) =>
    run('forget', ...snapshots, '--apply', '--expect', String(snapshots.length))
  const kept = () => reading(path, vault => vault.snapshots().map(({ snapshot }) => snapshot))
  return { path, run, said, forget, kept }
}

describe('without --apply', () => {
  test('it says what would go and what stays, and nothing changes', async () => {
    const { run, forget, kept } = await vaultOf(5)
    await forget('1', '2', '4')
    const { code, text } = await run('prune')
    expect([code, text.split('\n')]).toEqual([
      0,
      [
        'to prune: 1-2, 4 (3 snapshots; 2 stay)',
        '  versions  3 go, 2 stay',
        '  contents  3 go, 2 stay',
        expect.stringMatching(/^ {2}bytes {5}\d+ B go, \d+ B stay$/),
        'nothing was changed; with --apply this goes, and cannot be brought back',
        '',
      ],
    ])
    expect(kept()).toEqual([1, 2, 3, 4, 5])
  })

  test('the same for programs', async () => {
    const { said, forget, run } = await vaultOf(4)
    await forget('1', '2')
    await run('pin', '3')
    expect(await said('prune')).toMatchObject([
      { message_type: 'snapshot', snapshot: 1, started: '2026-06-17T02:00:00.000Z', prunes: true },
      { snapshot: 2, prunes: true },
      {
        message_type: 'summary',
        applied: false,
        prunes: 2,
        waiting: 0,
        needed: 0,
        stay: 2,
        versions: { go: 2, stay: 2 },
        contents: { go: 2, stay: 2 },
      },
    ])
  })

  test('a vault in which nothing is forgotten has nothing to prune', async () => {
    const { run } = await vaultOf(2)
    expect((await run('prune')).text).toBe('there is nothing to prune\n')
    expect((await run('prune', '--apply')).text).toBe('there was nothing to prune\n')
  })

  test('what can be brought back stays, and so does what something needs by now', async () => {
    const { run, said, forget, path } = await vaultOf(4, { DOCVAULT_RETENTION_UNDO: '14d' })
    await forget('1', '2')
    expect((await run('prune')).text).toMatch(
      /^there is nothing to prune\ncan still be brought back \(`docvault forget --undo`\): 1-2, the last until \d{4}-/,
    )
    const db = openForWriting(join(path, 'catalog.db'))
    db.exec(
      "UPDATE forgotten SET at = 0 WHERE snapshot = 1; INSERT INTO pin VALUES (1, 'ada', 0, 'audit', NULL)",
    )
    db.close()
    expect((await run('prune')).text).toContain('forgotten, but needed: 1, pin "audit"\n')
    expect((await said('prune')).slice(0, 2)).toMatchObject([
      { snapshot: 2, prunes: false, until: expect.any(String) },
      { snapshot: 1, prunes: false, because: 'pin "audit"' },
    ])
  })
})

describe('with --apply', () => {
  test('it goes, what is kept is read as before, and every reading of the others says so', async () => {
    const { run, forget, kept } = await vaultOf(5)
    const before = await run('show', '3', '--json')
    await forget('1', '2', '4')
    const { code, text } = await run('prune', '--apply')
    expect([code, text]).toEqual([0, expect.stringMatching(/^pruned: 1-2, 4 \(3 snapshots; 2 stay\)\n/)])
    expect(text).toMatch(/versions {2}3 went, 2 stay\n/)
    expect(text).toMatch(/\ngiven back to the disk: \d.*\n$/)
    expect(kept()).toEqual([3, 5])
    expect((await run('show', '3', '--json')).text).toBe(before.text)
    for (const line of [
      ['show', '2'],
      ['ls', '2'],
      ['diff', '2', '3'],
      ['export', '2', join(temporaryFolder(), 'x')],
    ])
      await expect(run(...line)).rejects.toThrow(SnapshotPruned)
    await expect(run('pin', '2')).rejects.toThrow('was pruned')
    expect((await run('check', '--read-data')).code).toBe(0)
    expect((await run('forget', '--undo')).text).toBe('nothing is forgotten\n')
  })

  test('the ledger remembers who did it, once', async () => {
    const { run, said, forget } = await vaultOf(4)
    await forget('1', '2')
    const lines = await said('prune', '--apply')
    expect(lines.map(({ message_type: type }) => type)).toEqual(
      expect.arrayContaining(['status', 'snapshot']),
    )
    expect(lines.at(-1)).toMatchObject({ applied: true, finished: true, prunes: 2, unreturned_bytes: 0 })
    await run('prune', '--apply')
    expect(
      (await said('audit', 'ledger')).map(({ act, snapshots, count }) => [act, snapshots, count]),
    ).toEqual([
      ['forget', '1-2', 2],
      ['prune', '1-2', 2],
      [undefined, undefined, undefined],
    ])
    expect((await run('audit', 'ledger')).text).toMatch(/prune snapshots 1-2, by /)
    expect((await run('audit', 'verify')).code).toBe(0)
  })

  test('what its time did not suffice for is left to the next one', async () => {
    const { run, forget, kept } = await vaultOf(4)
    await forget('1', '2')
    const { code, text } = await run('prune', '--apply', '--max-duration', '1ms')
    expect([code, text]).toEqual([
      0,
      expect.stringMatching(/the time was over first: run it again, and it goes on\n$/),
    ])
    await run('prune', '--apply')
    expect(kept()).toEqual([3, 4])
    expect((await run('prune')).text).toBe('there is nothing to prune\n')
  })

  test('of thousands, each thousand has an entry of the ledger', async () => {
    const { run, path, said } = await vaultOf(3)
    const db = openForWriting(join(path, 'catalog.db'))
    db.exec(`WITH RECURSIVE hour (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM hour WHERE at < 2100)
      INSERT INTO snapshot (organization, title, state, started_by, started)
      SELECT 1, 'org', 'complete', 'test', at FROM hour;
      INSERT INTO forgotten SELECT id, 0, 'ada', '', '' FROM snapshot WHERE id < 2103`)
    db.close()
    await run('prune', '--apply')
    const entries = (await said('audit', 'ledger')).filter(({ act }) => act === 'prune')
    expect(entries.map(({ snapshots, count }) => [snapshots, count])).toEqual([
      ['1-1000', 1000],
      ['1001-2000', 1000],
      ['2001-2102', 102],
    ])
  })

  test('a vault that is damaged is left alone', async () => {
    const { run, forget, path, kept } = await vaultOf(4)
    await forget('1', '2')
    await withVault(path, () => {})
    const db = openForWriting(join(path, 'catalog.db'))
    db.pragma('foreign_keys = OFF')
    db.exec('DELETE FROM content WHERE id = (SELECT max(content) FROM version)')
    db.close()
    await expect(run('prune')).rejects.toThrow('nothing was changed, because the vault is damaged')
    await expect(run('prune', '--apply')).rejects.toThrow('nothing was changed, because the vault is damaged')
    expect(kept()).toEqual([1, 2, 3, 4])
  })
})

test.each([
  [['--max-duration', '10m'], /goes with --apply/],
  [['--apply', '--max-duration', 'soon'], /--max-duration "soon" is no duration/],
  [['--apply', '--max-duration', '0s'], /--max-duration "0s"/],
])('prune %s is refused', async (given, message) => {
  const { run } = await vaultOf(1)
  const refused = run('prune', ...given)
  await expect(refused).rejects.toThrow(message)
  await expect(refused).rejects.toThrow(UsageError)
})

test('without a vault there is nothing to prune, and none is made', async () => {
  const path = join(temporaryFolder(), 'none')
  const env = { DOCVAULT_VAULT_PATH: path }
  for (const line of [['prune'], ['prune', '--apply']])
    await expect(runLine(line, { env })).rejects.toMatchObject({ code: 'vault-missing' })
})
