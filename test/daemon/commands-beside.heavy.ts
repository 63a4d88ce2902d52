/**
 * Every command of the program beside a daemon, as processes of their own: the daemon with its own Redis, the command
 * line that users type. Each is run on a twin without a daemon as well, and has to say and end the same.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { jobs } from '../../jobs/index.ts'
import { commands } from '../../src/cli/commands.ts'
import { handbookFiles, writeFiles } from '../helpers/company.ts'
import { type DaemonProcess, startDaemonProcess } from '../helpers/daemon-process.ts'
import { docvault, type Run } from '../helpers/docvault.ts'
import { type EmulatorProcess, startEmulatorProcess } from '../helpers/emulator-process.ts'
import { progressInOrder } from '../helpers/progress-in-order.ts'

interface Place {
  emulator: EmulatorProcess
  folder: string
  env: Record<string, string>
  daemon: DaemonProcess | null
  /** What the last command printed. */
  said: string
}

interface Case {
  /** `DIGEST` stands for what the last plan was called, `RUN` for the last run that was started. */
  line: string
  code: number
  /** Words of what it prints, errors included. */
  says?: RegExp
  /** Done before it. */
  given?: (place: Place) => Promise<void>
  env?: Record<string, string>
  /** What it prints has no like without a daemon. */
  only?: 'beside'
  /** To be ended when it has printed something: it does not end by itself. */
  endless?: boolean
}

const cases: readonly Case[] = [
  { line: 'backup', code: 0, says: /snapshot 1 of .*: complete/ },
  { line: 'backup --exact --json', code: 0, says: /"message_type":"summary","snapshot":2/ },
  { line: 'backup --allow-shrink', code: 0, says: /snapshot 3/ },
  { line: 'backup --org nobody', code: 1 },
  { line: 'snapshots', code: 0 },
  { line: 'ls latest --kind page', code: 0, says: /README.md/ },
  { line: 'show latest', code: 0 },
  { line: 'show latest page README.md --as markdown', code: 0, says: /Welcome/ },
  { line: 'coverage latest', code: 0 },
  { line: 'diff 1 2', code: 0 },
  { line: 'log page README.md --brief', code: 0 },
  { line: 'timeline page README.md', code: 0, says: /it is in the newest snapshot/ },
  { line: 'blame latest page README.md', code: 0 },
  { line: 'access --space Handbook', code: 0 },
  { line: 'find Welcome --kind page', code: 0, says: /stands since/ },
  { line: 'index', code: 0, only: 'beside', says: /up to snapshot/ },
  { line: 'index --check', code: 0, only: 'beside', says: /the index says what the vault says/ },
  { line: 'web', code: 0, only: 'beside', endless: true, says: /open http:/ },
  { line: 'export latest out', code: 0 },
  { line: 'audit changes -o changes.html', code: 0 },
  { line: 'audit access latest -o access.html', code: 0, says: /head of the ledger/ },
  { line: 'audit verify access.html', code: 0, says: /nothing was changed/ },
  { line: 'audit ledger', code: 0 },
  { line: 'audit keygen audit.key', code: 0 },
  // What is known of runs and settings is what a daemon keeps.
  {
    line: 'evidence --from today --to today --out evidence.html',
    code: 3,
    only: 'beside',
    says: /evidence\.html: .*head of the ledger/s,
  },
  { line: 'check', code: 0, says: /no damage found/ },
  { line: 'check --read-data', code: 0, says: /no damage found/ },
  { line: 'drill', code: 0, says: /passed/ },
  { line: 'drill --records', code: 0, says: /good/ },
  { line: 'restore 1', code: 0, given: loseTeam, says: /restore apply [0-9a-f]{12}/ },
  { line: 'restore plans', code: 0 },
  { line: 'restore show DIGEST', code: 0 },
  { line: 'restore apply DIGEST', code: 2, says: /nobody is there to agree/ },
  { line: 'restore apply DIGEST --yes', code: 0, says: /restore 1 begins/ },
  { line: 'restore runs', code: 0, says: /complete/ },
  { line: 'restore undo 1 --yes', code: 0 },
  { line: 'restore 1 --apply --yes --json', code: 0, says: /"message_type":"summary"/ },
  { line: 'restore --resume 2', code: 0 },
  { line: 'restore 99', code: 2, says: /99/ },
  { line: 'backup', code: 12, env: { DOCVAULT_PLATFORM_TOKEN: 'nobody-takes-this' } },
  { line: 'anomalies', code: 0, says: /nothing is open/ },
  { line: 'anomalies --replay', code: 0, says: /nights?, / },
  { line: 'approvals', code: 0, says: /nothing needs an approval/ },
  { line: 'approve 3f9a1c02d4be', code: 2, says: /there is no request 3f9a1c02d4be/ },
  { line: 'ack mass-removal-1 --reason meant', code: 2, says: /there is no anomaly mass-removal-1/ },
  { line: 'pin 1 --reason release', code: 0, says: /snapshot 1 is pinned: release/ },
  { line: 'pin 99', code: 2, says: /there is no snapshot 99/ },
  { line: 'tag 2 before-move', code: 0, says: /snapshot 2 is called before-move/ },
  { line: 'tag 3 before-move', code: 2, says: /names snapshot 2 already/ },
  { line: 'hold 3 --who Legal --why subpoena', code: 0, says: /hold 1, "subpoena", keeps 1 snapshot/ },
  { line: 'hold --list', code: 0, says: /subpoena/ },
  { line: 'release 1', code: 0, says: /is released/ },
  { line: 'untag before-move', code: 0 },
  { line: 'unpin 1', code: 0 },
  { line: 'forget', code: 0, says: /everything is kept/ },
  { line: 'forget --keep-last 1 --apply --expect 99', code: 2, says: /--expect is 99/ },
  { line: 'forget 1 --apply --expect 1', code: 0, says: /1 snapshot forgotten/ },
  { line: 'forget --undo 1', code: 0, says: /not forgotten any more: 1/ },
  { line: 'prune', code: 0, says: /there is nothing to prune/ },
  { line: 'prune --max-duration 10m', code: 2, says: /goes with --apply/ },
  { line: 'forget 1 --apply --expect 1', code: 0 },
  { line: 'prune', code: 0, says: /can still be brought back.*: 1,/ },
  { line: 'prune --apply', code: 0, env: { DOCVAULT_RETENTION_UNDO: '0s' }, says: /pruned: 1 / },
  { line: 'show 1', code: 2, says: /snapshot 1 was pruned/ },
  { line: 'compact', code: 0, says: /stored anew: / },
  { line: 'upgrade', code: 0, says: /there is nothing to upgrade/ },
  { line: 'repair', code: 0, says: /there is nothing to repair/ },
  { line: 'repair --apply', code: 0, says: /there is nothing to repair/ },
  { line: 'compact --level 99', code: 2, says: /--level "99"/ },
  {
    line: 'replica key add age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p --name ada',
    code: 0,
    says: /ada: age1ql3z/,
  },
  { line: 'replicate replica', code: 1, says: /there is no replica at/ },
  { line: 'replicate replica --init', code: 0, says: /run 1 has \d+ snapshots/ },
  { line: 'check --replica replica', code: 0, says: /no damage found/ },
  // A daemon has the history of its runs in the vault, which is new to a replica after each of them.
  { line: 'replica repair replica', code: 0, only: 'beside', says: /nothing is new since|run 2 has/ },
  { line: 'recover replica --list', code: 0, only: 'beside', says: /^run 1 /m },
  { line: 'config init', code: 0 },
  { line: 'config show --changed', code: 0, only: 'beside' },
  { line: 'config check', code: 0 },
  { line: 'completion bash', code: 0 },
  { line: 'demo --folder demo', code: 0, only: 'beside' },
  { line: 'emulator --port 0', code: 0, only: 'beside', endless: true },
  { line: 'status', code: 0, only: 'beside', says: /nothing is wrong/ },
  { line: 'logs', code: 0, only: 'beside', says: /restore/ },
  { line: 'logs RUN', code: 0, only: 'beside', says: /the run begins/ },
  ...jobs.map((job): Case => ({ line: `trigger ${job.name}`, code: 0, only: 'beside', says: /started / })),
  { line: 'fleet hosts', code: 2, only: 'beside', says: /works by itself/ },
  {
    line: 'fleet add --csv new.csv --config fleet.yaml --apply',
    code: 0,
    given: writeTable,
    says: /^added 1 platform to fleet\.yaml/m,
  },
  { line: 'trigger --cancel none', code: 2, only: 'beside', says: /no such run/ },
  {
    line: 'daemon',
    code: 11,
    only: 'beside',
    env: { DOCVAULT_DAEMON_VAULT_BUSY: 'refuse', DOCVAULT_DAEMON_PATH: 'second' },
    says: /for as long as it runs/,
  },
]

test('every command works beside a daemon, and ends as it would have alone', async () => {
  const [beside, alone] = [await makePlace(true), await makePlace(false)]
  const rows: string[][] = []
  for (const one of cases) {
    const run = await perform(beside, one)
    const twin = one.only === 'beside' ? null : await perform(alone, one)
    const use = commands.find(({ name }) => name === one.line.split(' ')[0])?.vault ?? 'unknown'
    rows.push([String(run.code), use, one.line, lastLine(run)])
    expect
      .soft([one.line, run.code, told(run)])
      .toEqual([one.line, one.code, expect.stringMatching(one.says ?? /(?:)/)])
    if (twin) expect.soft([one.line, plain(beside, run)]).toEqual([one.line, plain(alone, twin)])
    expect
      .soft([one.line, run.stderr])
      .not.toEqual([one.line, expect.stringContaining('wait for it to finish')])
  }
  console.log(
    rows
      .map(([code, use, line, last]) => `${code?.padStart(3)}  ${use?.padEnd(7)} ${line?.padEnd(38)} ${last}`)
      .join('\n'),
  )
  const tried = new Set(cases.map(one => one.line.split(' ')[0]))
  expect(commands.map(one => one.name).filter(name => !tried.has(name))).toEqual([])
})

test('Ctrl-C ends a command with 130, the daemon goes on, and the next command resumes', async () => {
  const place = await makePlace(true)
  await place.emulator.control('POST', 'faults', { operation: '*', kind: 'slow', ms: 100 })
  const ended = await docvault(['backup'], {
    ...surroundings(place),
    onOutput: interruptAt(/writing snapshot/),
  })
  expect([ended.code, ended.stderr]).toEqual([130, expect.stringContaining('waiting for a clean end')])
  await place.emulator.control('DELETE', 'faults')
  const again = await docvault(['backup'], surroundings(place))
  expect([again.code, told(again)]).toEqual([0, expect.stringContaining('resuming snapshot 1')])
})

test('a daemon that is killed ends the command with how to go on; it does, without a daemon and with a new one', async () => {
  const place = await makePlace(true)
  const args = surroundings(place)
  await place.emulator.control('POST', 'faults', { operation: '*', kind: 'slow', ms: 100 })
  const backup = await docvault(['backup'], { ...args, onOutput: killAt(place, /writing snapshot/) })
  expect([backup.code, backup.stderr]).toEqual([
    1,
    expect.stringMatching(/the daemon ended before.*run the same command again/s),
  ])
  await place.emulator.control('DELETE', 'faults')
  expect((await docvault(['backup'], args)).code).toBe(0)
  await loseTeam(place)
  place.daemon = await startDaemon(place)
  await place.emulator.control('POST', 'faults', { operation: '*', kind: 'slow', ms: 100 })
  const restore = await docvault(['restore', '1', '--apply', '--yes'], {
    ...args,
    onOutput: killAt(place, /restore 1 begins/),
  })
  expect([restore.code, restore.stderr]).toEqual([1, expect.stringContaining('docvault restore --resume 1')])
  await place.emulator.control('DELETE', 'faults')
  place.daemon = await startDaemon(place)
  expect((await docvault(['restore', '--resume', '1'], args)).code).toBe(0)
})

test('two commands at once: the second says what it waits for, and is done', async () => {
  const place = await makePlace(true)
  await place.emulator.control('POST', 'faults', { operation: '*', kind: 'slow', ms: 50 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = docvault(['backup'], {
    ...surroundings(place),
    onOutput: text => void (/writing snapshot/.test(text) && resolve()),
  })
  await promise
  const second = await docvault(['backup'], surroundings(place))
  expect([(await first).code, second.code, second.stderr]).toEqual([
    0,
    0,
    expect.stringContaining('waiting for backup.command'),
  ])
})

async function makePlace(withDaemon: boolean): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'docvault-beside-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFiles(join(folder, 'handbook'), handbookFiles)
  const emulator = await startEmulatorProcess([
    ...['--load', `Handbook=${join(folder, 'handbook')}`],
    ...['--members', '12', '--teams', '3', '--sites', '1', '--comments', '4'],
  ])
  onTestFinished(() => emulator.stop())
  const env = {
    ...emulator.env,
    DOCVAULT_VAULT_PATH: join(folder, 'vault'),
    DOCVAULT_DAEMON_PATH: join(folder, 'daemon'),
    DOCVAULT_AUDIT_FOLDER: join(folder, 'reports'),
    DOCVAULT_PLATFORM_RETRY_DELAY: '10ms',
  }
  const place: Place = { emulator, folder, env, daemon: null, said: '' }
  if (withDaemon) place.daemon = await startDaemon(place)
  return place
}

async function startDaemon({ env }: Place): Promise<DaemonProcess> {
  const daemon = await startDaemonProcess(env)
  onTestFinished(async () => void (await daemon.kill('SIGTERM')))
  return daemon
}

async function perform(place: Place, one: Case): Promise<Run> {
  await one.given?.(place)
  const run = await docvault(wordsOf(place, one.line), {
    ...surroundings(place, one.env),
    ...(one.endless ? { onOutput: interruptAt(/./) } : {}),
  })
  place.said = `${told(run)}\n${place.said}`
  return run
}

function wordsOf({ said }: Place, line: string): string[] {
  const digest = /restore apply ([0-9a-f]{12})/.exec(said)?.[1] ?? 'none'
  const run = /\b(restore\.command-[\w-]+)/.exec(said)?.[1] ?? 'none'
  return line.split(' ').map(word => ({ DIGEST: digest, RUN: run })[word] ?? word)
}

function surroundings({ env, folder }: Place, more: Record<string, string> = {}) {
  return { env: { ...env, ...more }, cwd: folder }
}

/** The platform loses its first team. */
async function loseTeam({ emulator }: Place): Promise<void> {
  const { url, token, organization } = emulator
  const headers = { authorization: `Bearer ${token}` }
  const list = await (await fetch(`${url}/orgs/${organization}/teams`, { headers })).json()
  const { items } = JSON.parse(JSON.stringify(list))
  await fetch(`${url}/orgs/${organization}/teams/${items[0].id}`, { method: 'DELETE', headers })
}

/** Of a platform that is new to a configuration of its own. */
async function writeTable({ folder }: Place): Promise<void> {
  writeFileSync(join(folder, 'fleet.yaml'), 'platforms:\n  - name: first\n')
  writeFileSync(join(folder, 'new.csv'), 'name\nsecond\n')
}

/** Once: a second one ends it at once, wherever it is. */
function interruptAt(words: RegExp): (text: string, pid: number) => void {
  let isDue = true
  return (text, pid) => {
    if (!isDue || !words.test(text)) return
    isDue = false
    process.kill(pid, 'SIGINT')
  }
}

function killAt(place: Place, words: RegExp): (text: string) => void {
  return text => void (words.test(text) && place.daemon?.kill('SIGKILL'))
}

function told(run: Run): string {
  return `${run.stdout}${run.stderr}`
}

function lastLine(run: Run): string {
  return (told(run).trimEnd().split('\n').at(-1) ?? '').trim().slice(0, 90)
}

/**
 * Where and when it was, and what follows from that, aside: what the two platforms made in one millisecond, or in two,
 * is restored in one order or another, and a vault with a daemon has the history of its runs, so its replica is larger.
 */
function plain({ folder, emulator }: Place, run: Run): string {
  return progressInOrder(told(run))
    .replaceAll(folder, 'FOLDER')
    .replaceAll(new URL(emulator.url).host, 'HOST')
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d[:-]\d\d[\d:.-]*Z?( UTC)?/g, 'TIME')
    .replaceAll(/"(duration_ms|recovery_ms|started|sealed|applied|estimateMs)":[^,}]*/g, '"$1":N')
    .replaceAll(/\b\d+(\.\d+)? ?(ms|s|min|m)\b( \d+ s)?/g, 'SPAN')
    .replaceAll(/\b[0-9a-f]{8,}\b/g, 'DIGEST')
    .replaceAll(/( step \d+ of \d+): .*/g, '$1: STEP')
    .replaceAll(/to the disk: .*/g, 'to the disk: SIZE')
    .replaceAll(/\b[\d.]+ KiB/g, 'SIZE')
    .replaceAll(/the catalog: .*/g, 'the catalog: SIZES')
    .replaceAll(/ +/g, ' ')
}
