import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { assessReplicas } from '../../src/daemon/assess-replicas.ts'
import { identitiesIn, makeAgeKeyPair } from '../../src/replica/keys/age.ts'
import { requireKeyring } from '../../src/replica/keys/keyring.ts'
import { addRecipient } from '../../src/replica/keys/manage.ts'
import { recoveryText, signerIn } from '../../src/replica/keys/recovery.ts'
import { recoverInto } from '../../src/replica/recover/recover.ts'
import { replicate } from '../../src/replica/run/replicate.ts'
import { openFolderStore } from '../../src/replica/stores/folder.ts'
import { statusSchema } from '../../src/server/status.ts'
import { makeCompany } from '../helpers/company.ts'
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.ts'
import { makeFakeClock } from '../helpers/fake-clock.ts'

const HOUR = 60 * 60_000

/** A company whose first snapshot is in each of these replicas. */
async function replicated(names: readonly string[]) {
  const company = await makeCompany()
  await company.backUp()
  const { vaultPath } = company
  const { identity, recipient } = await makeAgeKeyPair()
  await addRecipient(vaultPath, { name: 'ada', recipient }, Date.now())
  const targets = names.map(name => join(company.folder, name))
  for (const target of targets)
    await replicate(openFolderStore(target), {
      ...{ vaultPath, init: true, distrusted: new Set<string>(), bytesPerSecond: null, keepMs: 24 * HOUR },
      ...{ now: Date.now, signal: undefined, progress: () => {} },
    })
  const paper = recoveryText(requireKeyring(vaultPath), identity)
  return { company, targets, paper, env: { DOCVAULT_REPLICA_TARGETS: targets.join(',') } }
}

async function replicasOf(daemon: TestDaemon) {
  return statusSchema.parse(await (await daemon.ask('/api/status')).json()).platforms[0]?.replicas
}

const metricOf = async (daemon: TestDaemon, name: string, target: string) => {
  const text = await (await daemon.ask('/metrics')).text()
  const line = text.split('\n').find(one => one.startsWith(`docvault_${name}{`) && one.includes(target))
  return line === undefined ? null : Number(line.split(' ').at(-1))
}

describe('the replicas of a daemon', () => {
  test('follow every snapshot, and a vault comes out of one that has it', async () => {
    const { company, targets, paper, env } = await replicated(['replica'])
    const [target = ''] = targets
    const daemon = await startTestDaemon(company, { env })
    await company.edit({ 'README.md': '# Changed\n' })
    await daemon.run('sync')
    const record = await daemon.ended(one => one.job === 'replicate')
    expect(record).toMatchObject({ outcome: 'done', organization: null })
    expect(record.message).toMatch(/^.*replica: run 2, 1 pack, /)
    expect(await replicasOf(daemon)).toEqual([
      expect.objectContaining({
        target,
        run: 2,
        snapshot: 2,
        pending_snapshots: 0,
        pending_bytes: 0,
        failure: null,
      }),
    ])
    expect(await metricOf(daemon, 'replica_pending_snapshots', target)).toBe(0)
    expect(await metricOf(daemon, 'replica_snapshot_age_seconds', target)).toBeLessThan(60)
    const folder = join(company.folder, 'recovered')
    const keys = { identities: identitiesIn(paper, 'paper'), signer: signerIn(paper) }
    const found = await recoverInto(folder, openFolderStore(target), { ...keys, progress: () => {} })
    expect(found).toMatchObject({ snapshots: 2, findings: [], missing: [] })
    // Another one that waited for the same finds it done.
    const run = await daemon.platform().trigger('replicate', { snapshot: 2 })
    const again = await daemon.ended(one => one.run === run)
    expect(again).toMatchObject({ outcome: 'skipped', message: 'snapshot 2 is there already' })
  })

  test('do not wait for one that fails; that is told until it is there as well', async () => {
    const { company, targets, env } = await replicated(['near', 'far'])
    const [near = '', far = ''] = targets
    const clock = makeFakeClock(Date.now())
    const daemon = await startTestDaemon(company, { env, clock })
    const wrong = () => daemon.daemon.view.conditions().map(({ kind, title }) => `${kind}: ${title}`)
    renameSync(far, `${far}.away`)
    await company.edit({ 'README.md': '# Changed\n' })
    await daemon.run('sync')
    const record = await daemon.ended(one => one.job === 'replicate')
    expect(record.outcome).toBe('failed')
    expect(record.message).toMatch(
      /^1 of 2 targets failed: .*near: run 2, .*far: failed: there is no replica at/,
    )
    expect(await replicasOf(daemon)).toEqual([
      expect.objectContaining({ target: near, snapshot: 2, pending_snapshots: 0, failure: null }),
      expect.objectContaining({ target: far, snapshot: 1, pending_snapshots: 1, failure: expect.anything() }),
    ])
    expect(await metricOf(daemon, 'replica_failed', far)).toBe(1)
    await daemon.daemon.beat()
    expect(wrong()).toEqual(['failed: default: the last replicate failed'])
    await clock.advanceTo(clock.now() + 27 * HOUR)
    await daemon.daemon.beat()
    expect(wrong()).toContain(`replica: default: the replica at ${far} is behind`)
    expect(wrong().join()).not.toContain(near)
    renameSync(`${far}.away`, far)
    expect(await daemon.run('replicate')).toMatchObject({ outcome: 'done' })
    await daemon.daemon.beat()
    expect(wrong().filter(one => /replica/.test(one))).toEqual([])
    expect(await metricOf(daemon, 'replica_failed', far)).toBe(0)
  })

  test('go on beside what is no target, which is named, and the daemon still tells how it stands', async () => {
    const { company, targets, env } = await replicated(['replica'])
    const both = `ftp://host/x,${env.DOCVAULT_REPLICA_TARGETS}`
    const daemon = await startTestDaemon(company, { env: { DOCVAULT_REPLICA_TARGETS: both } })
    await company.edit({ 'README.md': '# Changed\n' })
    await daemon.run('sync')
    const record = await daemon.ended(one => one.job === 'replicate')
    expect(record.message).toMatch(
      /^1 of 2 targets failed: ftp:\/\/host\/x: failed: "ftp:\/\/host\/x" is no target .*run 2/,
    )
    expect(await replicasOf(daemon)).toEqual([
      expect.objectContaining({ target: 'ftp://host/x', snapshot: null, pending_snapshots: 2 }),
      expect.objectContaining({ target: targets[0], snapshot: 2, pending_snapshots: 0 }),
    ])
    await daemon.daemon.beat()
    expect(daemon.daemon.view.conditions().map(({ kind }) => kind)).toEqual(['failed'])
  })

  test('that cannot be locked are sent to, and it is told that they can be destroyed', async () => {
    const { company, targets, env } = await replicated(['replica'])
    const daemon = await startTestDaemon(company, { env: { ...env, DOCVAULT_REPLICA_LOCK: '30d' } })
    const record = await daemon.run('replicate')
    expect(record).toMatchObject({ outcome: 'done' })
    expect(record.message).toMatch(/; nothing at .*replica is locked, although replica\.lock is set/)
    await daemon.daemon.beat()
    expect(daemon.daemon.view.conditions().map(({ title }) => title)).toEqual([
      `default: the replica at ${targets[0]} can be destroyed`,
    ])
  })
})

test('locks of which less than a quarter remains are told of, before they end', () => {
  const now = Date.parse('2026-06-01T00:00:00Z')
  const [lockMs, day] = [30 * 24 * HOUR, 24 * HOUR]
  const titles = (days: number, replicaLockMs: number | null = lockMs) => {
    const lockedUntil = new Date(now + days * day).toISOString()
    const replica = { ...sentView, lockedUntil }
    const given = { platform: 'p', replicas: [replica], replicaOverdueAfterMs: 26 * HOUR, replicaLockMs, now }
    return assessReplicas(given).map(({ kind, title }) => `${kind}: ${title}`)
  }
  expect(titles(8)).toEqual([])
  expect(titles(7)).toEqual(['replica: p: locks of the replica at s3://bucket are about to end'])
  expect(titles(7, null)).toEqual([])
})

const sentView = {
  ...{ target: 's3://bucket', run: 1, sent: '2026-05-01T00:00:00Z', snapshot: 1 },
  ...{ snapshotStarted: '2026-05-01T00:00:00Z', pendingSnapshots: 0, pendingSince: null, pendingBytes: 0 },
  ...{ failure: null, lockFault: null },
}
