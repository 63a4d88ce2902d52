/** Jobs that only read are done in threads of their own: what they take, and what they die of, is theirs. */
import { readdirSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import { Readers } from '../../src/daemon/reader.ts'
import { Interrupted } from '../../src/model/errors.ts'
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
  // So much that the work counts, and not what the daemon does about it.
  await company.edit(pages(200))
  const daemon = await startTestDaemon(company, { env })
  await daemon.run('backup')
  await daemon.ended(record => record.job === 'mirror' && record.organization !== null)
  for (const job of ['drill', 'check', 'audit-report', 'mirror']) {
    // The backup was mirrored already: all of it once more.
    rmSync(env.DOCVAULT_MIRROR_PATH, { recursive: true, force: true })
    const before = cpuMicros()
    expect(await daemon.run(job)).toMatchObject({ outcome: 'done' })
    const after = cpuMicros()
    expect([job, (after.own - before.own) / (after.all - before.all)]).toEqual([
      job,
      expect.toSatisfy(isSmall),
    ])
  }
}, 120_000)

const pages = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`many/${at}.md`, `# Page ${at}\n\n${'Words. '.repeat(200)}\n`]),
  )

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

/** `nothing` is no job: its failure is one of the job, and not of the thread. */
const asked = { job: 'nothing', data: {}, report: () => {}, signal: undefined }

/** Threads of this process. */
const threads = () => readdirSync('/proc/self/task').length

test('threads are kept for the next job, two at most, and end with the daemon', async () => {
  const readers = new Readers()
  const config = loadConfig({ env: {} })
  const before = threads()
  const all = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () => readers.read({ ...asked, config }).catch(error => error.message)),
    )
  expect(new Set(await all(4))).toEqual(new Set(['nothing is no job that only reads']))
  for (let round = 0; round < 4; round++) await all(4)
  const kept = threads() - before
  expect(kept).toBeGreaterThan(0)
  expect(kept).toBeLessThanOrEqual(2)
  await readers.close()
  expect(threads()).toBeLessThan(before + kept)
}, 120_000)

test('many that come together share few threads, and one that somebody waits for goes first', async () => {
  const readers = new Readers()
  onTestFinished(() => readers.close())
  const config = loadConfig({ env: {} })
  let made = 0
  const count = () => made++
  process.on('worker', count)
  onTestFinished(() => void process.off('worker', count))
  const ended: string[] = []
  const read = (name: string, isAwaited: boolean) =>
    readers.read({ ...asked, config, isAwaited }).catch(() => ended.push(name))
  const cores = availableParallelism()
  const given = new AbortController()
  const left = readers.read({ ...asked, config, signal: given.signal })
  const all = Array.from({ length: 4 * cores }, () => read('scheduled', false))
  all.push(read('awaited', true))
  given.abort(new Interrupted())
  await expect(left).rejects.toMatchObject({ code: 'interrupted' })
  await Promise.all(all)
  expect(ended.length).toBe(4 * cores + 1)
  expect(ended.indexOf('awaited')).toBeLessThan(cores)
  expect(made).toBeLessThanOrEqual(2 * cores)
}, 120_000)

test('what is aborted just as it gets its thread does not begin', async () => {
  const company = await makeCompany()
  await company.backUp()
  const readers = new Readers()
  onTestFinished(() => readers.close())
  const signal = abortedWhenLeft(new Interrupted())
  const config = loadConfig({ env: company.env })
  const read = readers.read({ ...asked, config, job: 'check', data: {}, signal })
  await expect(read).rejects.toMatchObject({ code: 'interrupted' })
}, 120_000)

/** Aborted by the first who listens to it no more, and so heard by nobody. */
function abortedWhenLeft(reason: Error): AbortSignal {
  const control = new AbortController()
  const { signal } = control
  const leave = signal.removeEventListener.bind(signal)
  signal.removeEventListener = (...args: Parameters<typeof leave>) => {
    leave(...args)
    control.abort(reason)
  }
  return signal
}

test('a thread that was stopped, or died, does no other job', async () => {
  const company = await makeCompany()
  await company.backUp()
  const readers = new Readers()
  onTestFinished(() => readers.close())
  const read = (limit: string, more: object = {}) => {
    const env = { ...company.env, DOCVAULT_DAEMON_READER_MEMORY: limit }
    return readers.read({ ...asked, config: loadConfig({ env }), job: 'drill', ...more })
  }
  const control = new AbortController()
  const report = () => control.abort(new Interrupted())
  await expect(read('256MiB', { signal: control.signal, report })).rejects.toMatchObject({
    code: 'interrupted',
  })
  await expect(read('16MiB')).rejects.toMatchObject({ code: 'reader-memory' })
  for (const limit of ['256MiB', '256MiB']) expect(await read(limit)).toBeDefined()
}, 120_000)
