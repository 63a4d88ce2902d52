/** What a seal refuses: to carry over a snapshot that is no longer what it was when it was sealed. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { DamageFound } from '../../src/model/errors.ts'
import { newVault, ORGANIZATION, rejection, seal, writeScope } from './fixture.ts'

/** Each is seen by one of the three digests of a snapshot, and by no other. */
const edits = [
  ['the account of the run', 'UPDATE snapshot SET requests = requests + 1 WHERE id = 1'],
  ['the name of a resource', `UPDATE resource SET platform_id = 'z' WHERE platform_id = 'a'`],
  [
    'what tells whether a resource changed',
    'UPDATE version SET change_digest = zeroblob(32) WHERE since = 1',
  ],
] as const

function alter(path: string, sql: string): void {
  const db = new Database(join(path, 'catalog.db'))
  db.exec(sql)
  db.close()
}

async function secondRun() {
  const { vault, path } = await newVault()
  const first = vault.begin(ORGANIZATION, 'test')
  await writeScope(first, null, 'space', { a: 'one' })
  await seal(first)
  const writer = vault.begin(ORGANIZATION, 'test')
  await writeScope(writer, null, 'space', { a: 'one', b: 'two' })
  await writer.flush()
  const states = () => [...vault.snapshots()].map(one => one.state)
  return { path, writer, states }
}

test.each(edits)('nothing is sealed on a snapshot of which %s was edited meanwhile', async (_, sql) => {
  const { path, writer, states } = await secondRun()
  alter(path, sql)
  const error = await rejection(() => seal(writer))
  expect(error).toBeInstanceOf(DamageFound)
  expect(error).toMatchObject({ message: expect.stringContaining('snapshot 1 is not as it was sealed') })
  expect(states()).toEqual(['complete', 'running'])
})

test('on a sound snapshot the next one is sealed', async () => {
  const { writer, states } = await secondRun()
  expect(await seal(writer)).toMatchObject({ state: 'complete', added: 1, carried: 1 })
  expect(states()).toEqual(['complete', 'complete'])
})

test('what hashing the contents takes is part of how long a snapshot took', async () => {
  let now = 0
  const { vault } = await newVault({ clock: () => (now += 1000) })
  const writer = vault.begin(ORGANIZATION, 'test')
  await writeScope(writer, null, 'space', { a: 'one' })
  const summary = await seal(writer)
  expect(summary.duration_ms).toBeGreaterThanOrEqual(
    Date.parse(summary.sealed ?? '') - Date.parse(summary.started),
  )
})
