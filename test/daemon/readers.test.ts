/** Jobs that only read are done in threads of their own: what they take, and what they die of, is theirs. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { startTestDaemon } from '../helpers/daemon.ts'

/** CPU time of this thread, and of the process. Microseconds. */
function cpuMicros() {
  const [own, all] = [process.threadCpuUsage(), process.cpuUsage()]
  return { own: own.user + own.system, all: all.user + all.system }
}

test('a drill, a check, an audit report and a mirror leave the thread of the daemon free', async () => {
  const company = await makeCompany()
  const env = {
    DOCVAULT_AUDIT_FOLDER: join(company.folder, 'reports'),
    DOCVAULT_MIRROR_PATH: join(company.folder, 'mirror'),
  }
  const daemon = await startTestDaemon(company, { env })
  await daemon.run('backup')
  for (const job of ['drill', 'check', 'audit-report', 'mirror']) {
    const before = cpuMicros()
    expect(await daemon.run(job)).toMatchObject({ outcome: 'done' })
    const after = cpuMicros()
    expect([job, (after.own - before.own) / (after.all - before.all)]).toEqual([
      job,
      expect.toSatisfy(isSmall),
    ])
  }
}, 120_000)

const isSmall = (share: number) => share < 0.35

test('a reader that takes too much memory is a failed run that says so, and the daemon works on', async () => {
  const company = await makeCompany()
  const daemon = await startTestDaemon(company, { env: { DOCVAULT_DAEMON_READER_MEMORY: '16MiB' } })
  await daemon.run('backup')
  expect(await daemon.run('drill')).toMatchObject({
    outcome: 'failed',
    code: 'reader-memory',
    message: 'drill took more than 16 MiB of memory',
  })
  expect(
    daemon
      .platform()
      .active()
      .filter(({ job }) => job === 'drill'),
  ).toEqual([])
  expect(await daemon.run('backup')).toMatchObject({ outcome: 'complete' })
}, 120_000)

test('what a reader throws keeps its code and is not tried again where that is pointless', async () => {
  const company = await makeCompany()
  const keyFile = join(company.vaultPath, 'key.pem')
  const env = { DOCVAULT_AUDIT_KEY_FILE: keyFile, DOCVAULT_AUDIT_FOLDER: join(company.folder, 'reports') }
  const daemon = await startTestDaemon(company, { env })
  await daemon.run('backup')
  expect(await daemon.run('audit-report')).toMatchObject({ outcome: 'failed', code: 'usage' })
  expect(daemon.lines.filter(line => line.run !== undefined && line.attempt !== undefined)).toEqual([])
}, 120_000)

test('a reader that is cancelled ends, and what it said before is in the log', async () => {
  const company = await makeCompany()
  const daemon = await startTestDaemon(company)
  await daemon.run('backup')
  const begun = () => daemon.lines.filter(({ msg }) => msg === 'a snapshot is begun').length
  const before = begun()
  const run = await daemon.platform().trigger('drill', { organization: company.emulator.organization })
  await daemon.logged(() => begun() > before)
  expect(await daemon.platform().cancel(run)).toBe(true)
  expect(await daemon.ended(record => record.run === run)).toMatchObject({ outcome: 'cancelled' })
  expect(daemon.platform().active()).toEqual([])
}, 120_000)
