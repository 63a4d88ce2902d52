/**
 * Kills with an aim: inside the seal of a snapshot and just behind it, and at each step of a mirror. What stops the
 * daemon there is a real thing (a transaction that does not end, a lock of Git, a hook of the remote), and each test
 * proves that it hit. Evidence is what the platform counted, what the catalog says, and the history in Git.
 */
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { DaemonProcess } from '../helpers/daemon-process.ts'
import { docvault } from '../helpers/docvault.ts'
import { holdCatalog } from '../helpers/hold-catalog.ts'
import { startRedis } from '../helpers/redis.ts'
import { bodies, diffFolders, killWithChildren, manual, type Stage, setUpStage } from '../helpers/stage.ts'

const LAST_OPERATION = 'getAuthenticatedUser'

describe('kill -9 at the end of a backup', () => {
  const moments = [
    {
      name: 'inside the transaction of the seal',
      event: 'AFTER UPDATE OF state ON snapshot',
      when: "NEW.state <> 'running'",
      left: ['running'],
    },
    {
      name: 'between the seal and the record of the run',
      event: 'AFTER INSERT ON fact',
      when: "NEW.key LIKE 'runs backup %'",
      left: ['complete'],
    },
  ]
  test.each(moments)('$name: sealed once, complete, and nothing is fetched again', async moment => {
    const stage = await setUpStage()
    const first = await stage.start()
    const hold = holdCatalog(join(stage.folder, 'vault'), moment.event, moment.when)
    const run = await first.trigger('backup', stage.emulator.organization)
    await hold.reached()
    await killWithChildren(first)
    hold.release()
    // The aim was true: everything was read, and it is sealed or not as the moment says.
    expect(stage.snapshots().map(one => one.state)).toEqual(moment.left)
    await expectEndedOnce(stage, run)
  })

  test('between the record of the run and the word to the queue: it is not begun again', async () => {
    const stage = await setUpStage()
    const { child } = await startRedis()
    const redis = { DOCVAULT_REDIS_URL: `unix://${child.path}` }
    const first = await stage.start(redis)
    // Asked at the very end of an exact run: time enough to take Redis away before the seal.
    await stage.emulator.control('POST', 'faults', { operation: LAST_OPERATION, kind: 'slow', ms: 3000 })
    const run = await first.trigger('backup', stage.emulator.organization)
    while (!(await stage.emulator.requests()).operations[LAST_OPERATION]) await delay(20)
    process.kill(child.pid() ?? 0, 'SIGSTOP')
    await first.logged(line => line.run === run && line.outcome === 'complete')
    await first.kill('SIGKILL')
    process.kill(child.pid() ?? 0, 'SIGCONT')
    expect(stage.snapshots().map(one => one.state)).toEqual(['complete'])
    await expectEndedOnce(stage, run, redis)
  })
})

describe('kill -9 in the middle of a mirror', () => {
  test('while bundles are written: the next start makes it whole, with one commit', async () => {
    const spaces = Array.from({ length: 12 }, (_, index) => `Space ${index + 10}`)
    const mirror = await setUpMirror(spaces)
    const first = await mirror.stage.start(mirror.env)
    await first.trigger('backup', mirror.stage.emulator.organization)
    const begun = () => existsSync(mirror.path) && readdirSync(mirror.path).some(one => hasSpace(one))
    const hasSpace = (folder: string) =>
      readdirSync(join(mirror.path, folder)).some(one => one.startsWith('Space'))
    while (!begun()) await delay(1)
    process.kill(first.pid, 'SIGSTOP')
    const written = readdirSync(mirror.folder()).filter(one => one.startsWith('Space'))
    await killWithChildren(first)
    expect(written.length).toBeLessThan(spaces.length)
    expect(readFileSync(join(mirror.folder(), '.docvault-mirror.json'), 'utf8')).toContain('"snapshot":null')
    await mirror.finish(1)
  })

  test('inside `git commit`, which leaves its locks: the next start commits, once', async () => {
    const mirror = await setUpMirror()
    const first = await mirror.stage.start(mirror.env)
    await first.trigger('backup', mirror.stage.emulator.organization)
    await first.ended(one => one.job === 'mirror' && one.outcome === 'done')
    await mirror.edit()
    // Git writes the message there and reads it again: between the two it waits for us.
    const message = join(mirror.folder(), '.git', 'COMMIT_EDITMSG')
    rmSync(message)
    execFileSync('mkfifo', [message])
    mirror.git('config', 'core.filesRefLockTimeout', '-1')
    await first.trigger('sync', mirror.stage.emulator.organization)
    const text = await readFile(message)
    // Whoever moves the branch waits for this lock, with HEAD locked already.
    writeFileSync(join(mirror.folder(), '.git', 'refs', 'heads', 'main.lock'), '')
    await writeFile(message, text)
    while (!existsSync(join(mirror.folder(), '.git', 'HEAD.lock'))) await delay(1)
    await killWithChildren(first)
    rmSync(message)
    mirror.git('config', '--unset', 'core.filesRefLockTimeout')
    expect(mirror.git('log', '--format=%s').trim().split('\n')).toHaveLength(1)
    await mirror.finish(2)
  })

  test('inside `git push`: the next start pushes what is committed already', async () => {
    const mirror = await setUpMirror()
    const marker = join(mirror.stage.folder, 'pushing')
    const hook = join(mirror.remote, 'hooks', 'pre-receive')
    execFileSync('mkfifo', [join(mirror.stage.folder, 'never')])
    writeFileSync(
      hook,
      `#!/bin/sh\necho $$ > ${marker}.new\nmv ${marker}.new ${marker}\nread x < ${mirror.stage.folder}/never\nexit 1\n`,
    )
    chmodSync(hook, 0o755)
    const first = await mirror.stage.start(mirror.env)
    await first.trigger('backup', mirror.stage.emulator.organization)
    while (!existsSync(marker)) await delay(1)
    await killWithChildren(first)
    process.kill(Number(readFileSync(marker, 'utf8')), 'SIGKILL')
    rmSync(hook)
    expect(mirror.git('log', '--format=%s').trim().split('\n')).toHaveLength(1)
    expect(execFileSync('git', ['branch'], { cwd: mirror.remote }).toString()).toBe('')
    await mirror.finish(1)
  })
})

interface MirrorStage {
  stage: Stage
  env: Record<string, string>
  /** Of all organizations. */
  path: string
  remote: string
  /** Of the organization. */
  folder(): string
  edit(): Promise<void>
  git(...args: string[]): string
  /** Starts again, and expects everything to be as if nothing had happened. */
  finish(commits: number): Promise<void>
}

async function setUpMirror(spaces?: readonly string[]): Promise<MirrorStage> {
  const stage = await setUpStage([], spaces)
  const path = join(stage.folder, 'mirror')
  const remote = join(stage.folder, 'remote.git')
  mkdirSync(remote)
  execFileSync('git', ['init', '--quiet', '--bare'], { cwd: remote })
  const env = {
    DOCVAULT_MIRROR_PATH: path,
    DOCVAULT_MIRROR_GIT: 'true',
    DOCVAULT_MIRROR_GIT_REMOTE: remote,
  }
  const folder = () => join(path, readdirSync(path)[0] ?? '')
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder() }).toString()
  return {
    stage,
    env,
    path,
    remote,
    folder,
    git,
    edit: async () => {
      const edited = join(stage.folder, 'edited')
      cpSync(manual, edited, { recursive: true })
      appendFileSync(join(edited, 'README.md'), '\nOne more line.\n')
      await stage.emulator.control('POST', 'load', { space: 'Manual', folder: edited })
    },
    async finish(commits) {
      const daemon = await stage.start(env)
      // By itself: nobody asks for the mirror again.
      const snapshot = stage.snapshots().length
      await daemon.ended(
        one =>
          one.job === 'mirror' && one.outcome === 'done' && one.message.startsWith(`snapshot ${snapshot}:`),
      )
      await daemon.idle()
      const ids = (await daemon.runs()).map(one => one.run)
      expect(new Set(ids).size).toBe(ids.length)
      await daemon.kill('SIGTERM')
      const other = join(stage.folder, 'uninterrupted')
      const calm = await stage.start({ DOCVAULT_MIRROR_PATH: other })
      await calm.trigger('mirror', stage.emulator.organization)
      await calm.logged(line => line.job === 'mirror' && line.outcome === 'done')
      await calm.kill('SIGTERM')
      expect(diffFolders(join(other, basename(folder())), folder())).toEqual([])
      const subjects = git('log', '--format=%s').trim().split('\n')
      expect(subjects.map(one => one.split(':')[0])).toEqual(
        Array.from({ length: commits }, (_, index) => `Snapshot ${commits - index}`),
      )
      expect(git('status', '--porcelain')).toBe('')
      git('fsck', '--strict')
      const remoteHead = execFileSync('git', ['rev-parse', '--branches'], { cwd: remote }).toString()
      expect(remoteHead).toBe(git('rev-parse', 'HEAD'))
      expect(stage.snapshots().map(one => one.state)).toEqual(subjects.map(() => 'complete'))
      expect((await docvault(['check', '--read-data'], { env: stage.env })).code).toBe(0)
    },
  }
}

/** After the next start: the work is there once, in the vault, in the catalog's list of runs, and on the wire. */
async function expectEndedOnce(stage: Stage, run: string, env: Record<string, string> = {}): Promise<void> {
  const wasSealed = stage.snapshots()[0]?.sealed !== null
  const fetched = await bodies(stage.emulator)
  const daemon = await stage.start(env)
  await daemon.ended(one => one.run === run)
  // The queue is through with it as well, whatever the catalog said before.
  await daemon.idle()
  if (!wasSealed) expect(await resumedWithinMs(daemon, run)).toBeLessThan(3000)
  const again = (await bodies(stage.emulator)) - fetched
  const runs = () => daemon.runs().then(all => all.filter(one => one.job === 'backup'))
  expect(await runs()).toMatchObject([{ run, outcome: 'complete', snapshot: 1 }])
  expect(stage.snapshots().map(one => one.state)).toEqual(['complete'])
  await expectAsUninterrupted(stage)
  // Another run is another snapshot. What it asks for is what no token vouches for: the resumed one did no more.
  const before = await bodies(stage.emulator)
  const next = await daemon.trigger('backup', stage.emulator.organization)
  expect(await daemon.ended(one => one.run === next)).toMatchObject({ outcome: 'complete', snapshot: 2 })
  expect(await runs()).toHaveLength(2)
  expect(again).toBe(wasSealed ? 0 : (await bodies(stage.emulator)) - before)
  await daemon.kill('SIGTERM')
  expect((await docvault(['check', '--read-data'], { env: stage.env })).code).toBe(0)
}

/** From having the vault to working on it, by the daemon's log. */
async function resumedWithinMs(daemon: DaemonProcess, run: string): Promise<number> {
  const held = await daemon.logged(line => line.msg === 'holding the vault')
  const begun = await daemon.logged(line => line.run === run && line.msg === 'a snapshot is begun')
  expect(begun.resumed).toBe(true)
  return Date.parse(String(begun.time)) - Date.parse(String(held.time))
}

/** Against a vault that nobody disturbed, of the same platform. */
async function expectAsUninterrupted(stage: Stage): Promise<void> {
  const calm = { ...stage.env, DOCVAULT_VAULT_PATH: join(stage.folder, 'calm') }
  expect((await docvault(['backup', '--exact'], { env: calm })).code).toBe(0)
  const shown = await docvault(['snapshots', '--json'], { env: calm })
  const [expected] = shown.events.filter(one => one.message_type === 'summary')
  const [snapshot, ...others] = stage.snapshots()
  expect(others).toEqual([])
  expect(snapshot).toMatchObject({ state: 'complete', gaps: [], resources: expected?.resources })
  expect(snapshot?.contents).toBe(expected?.contents)
}
