/** A vault that goes from one host to another: by its replica, complete, and on one side only. */

import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { openRegistry } from '../../src/fleet/registry.ts'
import { readHost } from '../../src/model/host.ts'
import { identitiesIn, makeAgeKeyPair } from '../../src/replica/keys/age.ts'
import { requireKeyring } from '../../src/replica/keys/keyring.ts'
import { addRecipient } from '../../src/replica/keys/manage.ts'
import { recoveryText, signerIn } from '../../src/replica/keys/recovery.ts'
import { recoverInto } from '../../src/replica/recover/recover.ts'
import { openFolderStore } from '../../src/replica/stores/folder.ts'
import { ownerAt } from '../../src/vault/vault.ts'
import { makeCompany } from '../helpers/company.ts'
import { startTestDaemon } from '../helpers/daemon.ts'
import { lineVersion, runLine } from '../helpers/program.ts'
import { startRedis } from '../helpers/redis.ts'
import { viewsAt } from '../replica/world.ts'

const HOUR_MS = 3_600_000

async function world() {
  const { child, redis } = await startRedis()
  const company = await makeCompany()
  const registry = openRegistry(redis, 'docvault')
  onTestFinished(() => registry.close())
  const target = join(company.folder, 'replica')
  const start = async (name: string) => {
    const [data, vault] = [join(company.folder, name), join(company.folder, `${name}-vault`)]
    const env = {
      DOCVAULT_FLEET_HOST: name,
      DOCVAULT_REDIS_URL: `unix://${child.path}`,
      DOCVAULT_DAEMON_PATH: data,
      DOCVAULT_VAULT_PATH: vault,
      DOCVAULT_REPLICA_TARGETS: target,
    }
    const daemon = await startTestDaemon(company, { env, version: lineVersion })
    const lineAt = async (nowMs: number, ...argv: string[]) => {
      const now = () => nowMs
      const said = await runLine(argv, { env: { ...company.env, ...env }, now }).catch((error: Error) => ({
        code: -1,
        text: `${error.message}`,
      }))
      return { code: said.code, text: said.text }
    }
    const line = (...argv: string[]) => lineAt(Date.now(), ...argv)
    return { ...daemon, id: readHost(data) ?? '', vault, line, lineAt }
  }
  const first = await start('one')
  const second = await start('two')
  await Promise.all([first.daemon.beat(), second.daemon.beat()])
  await first.daemon.beat()
  const { identity, recipient } = await makeAgeKeyPair()
  await addRecipient(first.vault, { name: 'ada', recipient }, Date.now())
  expect((await first.line('replicate', target, '--init')).code).toBe(0)
  const paper = recoveryText(requireKeyring(first.vault), identity)
  const recover = (folder: string) =>
    recoverInto(folder, openFolderStore(target), {
      identities: identitiesIn(paper, 'the paper key'),
      signer: signerIn(paper),
      progress: () => {},
    })
  return { company, first, second, registry, recover }
}

test('a move with a backup under way ends complete on one side, with the contents of the other', async () => {
  const { company, first, second, registry, recover } = await world()
  await first.run('backup')
  const planned = await first.line('fleet', 'move', '--to', 'two')
  expect(planned.text).toContain('Nothing was changed')
  company.emulator.fault({ operation: '*', kind: 'slow', ms: 20 })
  await company.edit({ 'README.md': '# Changed\n' })
  const backup = await first.platform().trigger('backup', { organization: company.emulator.organization })
  await first.logged(one => one.run === backup && one.msg === 'a snapshot is begun')
  const moved = await first.line('fleet', 'move', '--to', 'two', '--apply')
  company.emulator.clearFaults()
  expect([moved.code, moved.text]).toEqual([0, expect.stringContaining('docvault fleet adopt --apply')])
  await first.logged(one => one.msg === 'the vault is held elsewhere: standing by')
  expect(first.platform().state).toBe('standby')
  expect(ownerAt(first.vault)).toMatchObject({ host: second.id, epoch: 2, retired: true })
  expect(await registry.places()).toEqual(new Map([['default', { host: second.id, epoch: 2 }]]))
  expect((await first.line('backup')).text).toContain('left behind')

  await recover(second.vault)
  await second.daemon.beat()
  const adopted = await second.line('fleet', 'adopt', '--apply')
  expect([adopted.code, adopted.text]).toEqual([0, expect.stringContaining('since epoch 3')])
  await second.logged(one => one.msg === 'holding the vault')
  const views = viewsAt(second.vault)
  expect(views).toEqual(viewsAt(first.vault))
  expect(views).toHaveLength(2)
  await second.daemon.beat()
  expect(await registry.places()).toEqual(new Map([['default', { host: second.id, epoch: 3 }]]))
  expect(await second.run('backup')).toMatchObject({ outcome: 'complete', snapshot: 3 })
  // Told in Redis by now: who left it does not get it back while the other one is there.
  await first.daemon.beat()
  expect((await first.line('fleet', 'adopt')).text).toContain(`is on host ${second.id}`)
})

test('a daemon that looks at itself while the last of a vault is sent steps back when all of it is there', async () => {
  const { first, registry } = await world()
  await first.run('backup')
  let isMoving = true
  const looking = (async () => {
    while (isMoving) await first.daemon.beat()
  })()
  const moved = await first.line('fleet', 'move', '--to', 'two', '--apply')
  isMoving = false
  await looking
  expect([moved.code, moved.text]).toEqual([0, expect.stringContaining('docvault fleet adopt --apply')])
  await first.logged(line => line.msg === 'the vault is held elsewhere: standing by')
  expect(await registry.places()).toMatchObject(new Map([['default', { epoch: 2 }]]))
})

test('what was left and never taken over is taken back', async () => {
  const { first } = await world()
  await first.run('backup')
  expect((await first.line('fleet', 'move', '--to', 'two', '--apply')).code).toBe(0)
  const back = await first.line('fleet', 'adopt', '--apply')
  expect([back.code, back.text]).toEqual([0, expect.stringContaining('since epoch 3')])
  await first.daemon.beat()
  await first.logged(one => one.msg === 'holding the vault')
  expect(await first.run('backup')).toMatchObject({ outcome: 'complete', snapshot: 2 })
})

test('a vault is adopted from a lost host alone, and only as young as was asked for', async () => {
  const { first, second, registry, recover } = await world()
  await first.run('backup')
  await first.line('replicate')
  await recover(second.vault)
  expireLease(second.vault)
  await second.daemon.beat()
  expect((await second.line('fleet', 'adopt', '--apply')).text).toContain(`is on host ${first.id}`)

  const reports = await registry.hosts()
  const lost = reports.find(({ id }) => id === first.id)
  if (lost) await registry.report({ ...lost, seenAt: Date.now() - HOUR_MS })
  await second.daemon.beat()
  expect((await second.line('fleet', 'list')).text).toMatch(/default .*one\.\w+ .*1 .*away/)
  const later = Date.now() + 2 * HOUR_MS
  const tooOld = await second.lineAt(later, 'fleet', 'adopt', '--max-age', '1h', '--apply')
  expect(tooOld.text).toMatch(/older than --max-age/)
  expect(ownerAt(second.vault).epoch).toBe(1)
  const planned = await second.line('fleet', 'adopt')
  expect(planned.text).toContain('nothing was changed')
  expect((await second.line('fleet', 'adopt', '--max-age', '26h', '--apply')).code).toBe(0)
  await second.daemon.beat()
  await second.logged(one => one.msg === 'holding the vault')

  // It was only away: it wakes.
  await first.daemon.beat()
  await first.logged(one => one.msg === 'the vault is held elsewhere: standing by')
  expect(ownerAt(first.vault)).toMatchObject({ host: second.id, epoch: 2, retired: true })
  expect(await second.run('backup')).toMatchObject({ outcome: 'complete', snapshot: 2 })
})

/** As a minute does. */
function expireLease(vault: string): void {
  const db = new Database(join(vault, 'catalog.db'))
  db.exec('UPDATE lease SET heartbeat = heartbeat - 100000')
  db.close()
}
