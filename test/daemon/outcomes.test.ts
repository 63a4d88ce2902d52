/** What a check, a drill and a restore found is the same on the board, in the record, and in the messages. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.ts'
import { listenForHttp } from '../helpers/listeners.ts'

async function onTheBoard({ platform }: TestDaemon, run: string) {
  const job = await platform().queues.runs.getJob(run)
  return { state: await job?.getState(), words: job?.failedReason, attempts: job?.attemptsMade }
}

async function settledOnTheBoard(daemon: TestDaemon, run: string) {
  await expect.poll(async () => (await onTheBoard(daemon, run)).state).toMatch(/completed|failed/)
  return onTheBoard(daemon, run)
}

/** Writes other bytes where contents are; answers what brings the old ones back. */
function damageContents(vaultPath: string): () => void {
  const change = (sql: string) => {
    const db = new Database(join(vaultPath, 'catalog.db'))
    db.exec(sql)
    db.close()
  }
  change('CREATE TABLE kept AS SELECT id, data FROM block WHERE data IS NOT NULL')
  change("UPDATE block SET data = CAST('other bytes' AS BLOB) WHERE data IS NOT NULL")
  return () => {
    change('UPDATE block SET data = (SELECT data FROM kept WHERE kept.id = block.id) WHERE data IS NOT NULL')
    change('DROP TABLE kept')
  }
}

/** The part that the damage is in. */
async function findDamage(daemon: TestDaemon) {
  for (let part = 1; part <= 7; part++) {
    const run = await daemon.platform().trigger('check', { part })
    const record = await daemon.ended(one => one.run === run)
    if (record.outcome === 'damage') return record
  }
  throw new Error('no part has damage')
}

describe('outcomes', () => {
  test('damage is failed on the board, told, kept until a check has read everything, and over after one that passes', async () => {
    const company = await makeCompany()
    const hook = await listenForHttp()
    const daemon = await startTestDaemon(company, { env: { DOCVAULT_NOTIFY_WEBHOOK: hook.url } })
    await daemon.run('backup')
    const mend = damageContents(company.vaultPath)
    const first = await findDamage(daemon)
    expect(first).toMatchObject({
      outcome: 'damage',
      message: expect.stringContaining('damaged in the vault'),
    })
    expect(await settledOnTheBoard(daemon, first.run)).toEqual({
      state: 'failed',
      words: first.message,
      attempts: 1,
    })
    await daemon.daemon.beat()
    const again = await daemon.run('check')
    expect(again.outcome).toBe('damage')
    mend()
    expect(await daemon.run('check')).toMatchObject({
      outcome: 'done',
      message: 'no damage found (all of it read)',
    })
    expect((await daemon.run('check')).message).toMatch(/all of it read since 20/)
    await daemon.daemon.beat()
    const told = hook.got.map(body => JSON.parse(body))
    expect(told.map(one => `${one.event} ${one.kind}`)).toEqual(['begin damage', 'end damage'])
    expect(told[0]).toMatchObject({ title: 'default: the check found damage in the vault' })
  })

  test('a check of a vault that nothing was ever in passes', async () => {
    const daemon = await startTestDaemon(await makeCompany())
    expect(await daemon.run('check')).toMatchObject({
      outcome: 'done',
      message: 'no damage found (there is nothing to read yet)',
    })
  })

  test('a drill that fails says what did not come back, calls nothing damaged, and a passed one ends it', async () => {
    const company = await makeCompany()
    const hook = await listenForHttp()
    const daemon = await startTestDaemon(company, { env: { DOCVAULT_NOTIFY_WEBHOOK: hook.url } })
    await company.edit({
      '.gitbook/assets/large.txt': 'large'.repeat(1000),
      'README.md': '# Welcome\n\n{% file src=".gitbook/assets/large.txt" %}\n',
    })
    await daemon.run('backup')
    // What comes back too large to be read is not there for the comparison.
    await daemon.daemon.reload(daemon.configs({ DOCVAULT_PLATFORM_MAX_FILE_BYTES: '1024' }))
    const failed = await daemon.run('drill')
    expect(failed).toMatchObject({ outcome: 'differences', code: null })
    expect(failed.message).toMatch(/^the drill of snapshot 1 failed: \d+ .*“/)
    expect(await settledOnTheBoard(daemon, failed.run)).toEqual({
      state: 'failed',
      words: failed.message,
      attempts: 1,
    })
    expect(await daemon.run('check')).toMatchObject({ outcome: 'done' })
    await daemon.daemon.beat()
    const told = hook.got.map(body => JSON.parse(body))
    expect(told.map(one => `${one.event} ${one.kind}`)).toEqual(['begin drill'])
    expect(`${told[0].title} ${told[0].text} ${told[0].advice}`).not.toMatch(/damage|replica/)
    await daemon.daemon.reload(daemon.configs())
    expect(await daemon.run('drill')).toMatchObject({
      outcome: 'done',
      message: expect.stringMatching(/^the drill of snapshot 1 passed: \d+ pages/),
    })
    await daemon.daemon.beat()
    expect(JSON.parse(hook.got.at(-1) ?? '')).toMatchObject({ event: 'end', kind: 'drill' })
  })
})
