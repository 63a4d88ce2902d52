/** Jobs that only read are done in processes of their own: what they take, and what they die of, is theirs. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import { Readers } from '../../src/daemon/reader.ts'
import { Interrupted } from '../../src/model/errors.ts'
import { handbookFiles, makeCompany } from '../helpers/company.ts'
import { startTestDaemon } from '../helpers/daemon.ts'

/** Processes that this one started and that still are. */
function children(): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  return pids.filter(pid => statOf(pid)?.[1] === String(process.pid))
}

/** proc_pid_stat(5), from the state on; undefined of one that is gone. */
function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

/** CPU time of this thread, and of the processes that were started and still are. Seconds, to a hundredth. */
function cpuSeconds() {
  const { user, system } = process.threadCpuUsage()
  const ticks = children().map(pid => Number(statOf(pid)?.[11]) + Number(statOf(pid)?.[12]))
  return { own: (user + system) / 1e6, others: ticks.reduce((sum, spent) => sum + spent, 0) / 100 }
}

test('a drill, a check, an audit report and a mirror leave the daemon free', async () => {
  const company = await makeCompany()
  const env = {
    DOCVAULT_AUDIT_FOLDER: join(company.folder, 'reports'),
    DOCVAULT_MIRROR_PATH: join(company.folder, 'mirror'),
  }
  // So much that the work counts, and not what the daemon does about it.
  await company.edit(pages(600))
  const daemon = await startTestDaemon(company, { env })
  await daemon.run('backup')
  await daemon.ended(record => record.job === 'mirror' && record.organization !== null)
  for (const job of ['drill', 'check', 'audit-report', 'mirror']) {
    // The backup was mirrored already: all of it once more.
    rmSync(env.DOCVAULT_MIRROR_PATH, { recursive: true, force: true })
    const before = cpuSeconds()
    expect(await daemon.run(job)).toMatchObject({ outcome: 'done' })
    const after = cpuSeconds()
    const [own, others] = [after.own - before.own, after.others - before.others]
    expect([job, own / (own + others)]).toEqual([job, expect.toSatisfy(isSmall)])
  }
}, 120_000)

function pages(count: number): Record<string, string> {
  const numbers = Array.from({ length: count }, (_, at) => at)
  const contents = numbers.map(at => `* [Page ${at}](many/${at}.md)\n`).join('')
  const text = (at: number) => `# Page ${at}\n\n${`Words of ${at}. `.repeat(200)}\n`
  return {
    'SUMMARY.md': `${handbookFiles['SUMMARY.md']}${contents}`,
    ...Object.fromEntries(numbers.map(at => [`many/${at}.md`, text(at)])),
  }
}

const isSmall = (share: number) => share < 0.5

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

/** `nothing` is no job: its failure is one of the job, and not of the process. */
const asked = { job: 'nothing', data: {}, report: () => {}, signal: undefined }

test('processes are kept for the next job, two at most, and end with the daemon', async () => {
  const readers = new Readers()
  const config = loadConfig({ env: {} })
  const before = children().length
  const all = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () => readers.read({ ...asked, config }).catch(error => error.message)),
    )
  expect(new Set(await all(4))).toEqual(new Set(['nothing is no job that only reads']))
  for (let round = 0; round < 4; round++) await all(4)
  const kept = () => children().length - before
  expect(kept()).toBeGreaterThan(0)
  // One that nobody waits for any more may still be on its way out.
  await expect.poll(kept, { timeout: 10_000 }).toBeLessThanOrEqual(2)
  await readers.close()
  await expect.poll(kept, { timeout: 10_000 }).toBe(0)
}, 120_000)

test('many that come together share few processes, and one that somebody waits for goes first', async () => {
  const readers = new Readers()
  onTestFinished(() => readers.close())
  const config = loadConfig({ env: {} })
  const made = new Set<number>()
  const ended: string[] = []
  const read = (name: string, isAwaited: boolean) =>
    readers.read({ ...asked, config, isAwaited }).catch(() => {
      ended.push(name)
      for (const pid of children()) made.add(pid)
    })
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
  expect(made.size).toBeLessThanOrEqual(2 * cores)
}, 120_000)

test('what is aborted just as it gets its process does not begin', async () => {
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

test('a process that was stopped, or died, does no other job', async () => {
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
