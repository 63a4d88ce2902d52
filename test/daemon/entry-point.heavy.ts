/**
 * The container without a container: what Dockerfile and compose.yaml say (files, command, user, environment, volumes,
 * read-only root) in namespaces of its own, with tini as process 1. Needs root and a kernel that allows it.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { docvault } from '../helpers/docvault.ts'
import { startEmulatorProcess } from '../helpers/emulator-process.ts'
import { type Image, readImage } from '../helpers/image.ts'
import { ofProgram } from '../helpers/of-program.ts'

const root = resolve(import.meta.dirname, '../..')
const manual = join(root, 'docs')
const lacking = whatIsLacking()

test.skipIf(lacking !== null)(
  `the image's entry point on a read-only root: healthy, backs up, and ends with 0${lacking === null ? '' : ` (skipped: ${lacking})`}`,
  async () => {
    const image = readImage()
    const folder = mkdtempSync(join(tmpdir(), 'docvault-entry-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const emulator = await startEmulatorProcess(['--load', `Manual=${manual}`])
    onTestFinished(() => emulator.stop())
    mkdirSync(join(folder, 'secrets'))
    writeFileSync(join(folder, 'secrets', 'platform-token'), emulator.token)
    const container = await startContainer(image, folder, {
      DOCVAULT_PLATFORM_URL: emulator.url,
      DOCVAULT_PLATFORM_TOKEN_FILE: '/run/secrets/platform-token',
      DOCVAULT_SERVER_PORT: '0',
    })
    expect(processField(container.pid, 'NSpid').at(-1)).toBe('1')
    expect(container.name()).toBe('tini')
    expect(processField(container.pid, 'Uid')).toEqual(Array(4).fill(String(image.uid)))
    expect(processField(container.pid, 'Gid')).toEqual(Array(4).fill(String(image.gid)))
    expect(processField(container.pid, 'CapBnd')).toEqual(['0000000000000000'])

    // Root is asked, so that it is not the permissions that say no.
    for (const path of ['/x', '/app/x', '/app/dist/x', '/etc/x', '/usr/x', '/run/x'])
      expect(container.asRoot('touch', path)).toContain('Read-only file system')
    for (const path of [...image.volumes, ...image.tmpfs])
      expect(container.asUser({}, 'touch', join(path, 'x'))).toBe('')

    const health = { DOCVAULT_SERVER_PORT: new URL(container.url).port }
    expect(container.status(health, ...image.healthCheck)).toBe(0)
    expect(container.status({ DOCVAULT_SERVER_PORT: '1' }, ...image.healthCheck)).toBe(1)

    expect(await backUp(container.url, emulator.organization)).toBe('complete')
    // As `docker exec` has it: the same user and root, and nothing else said.
    const [, , program = ''] = image.command
    for (const words of [
      ['backup'],
      ['restore', 'latest'],
      ['restore', 'latest', '--apply', '--yes'],
      ['check'],
    ])
      expect([words, container.status({}, program, ...words)]).toEqual([words, 0])
    expect(container.asUser({}, program, 'restore', '99')).toContain('99')
    expect(await container.stop(image.stopSignal, image.stopGraceMs)).toBe(0)
    expect(container.lines.at(-1)).toMatchObject({ msg: 'stopped' })
    const data = join(folder, 'volume-0')
    // Taken away when Redis has ended, and only then.
    expect(existsSync(join(data, 'daemon', 'redis', 'redis.sock'))).toBe(false)
    expect(existsSync(join(data, 'daemon', 'redis', 'appendonlydir'))).toBe(true)
    const checked = await docvault(['check', '--read-data'], {
      env: { DOCVAULT_VAULT_PATH: join(data, 'vault') },
    })
    expect(checked.code).toBe(0)
  },
)

interface Container {
  /** Of process 1, as it is seen from here. */
  pid: number
  url: string
  lines: Record<string, unknown>[]
  name(): string
  /** What the program says of its failure; '' when it succeeds. */
  asRoot(...words: string[]): string
  asUser(env: Record<string, string>, ...words: string[]): string
  status(env: Record<string, string>, ...words: string[]): number | null
  /** The exit code. */
  stop(signal: NodeJS.Signals, withinMs: number): Promise<number | null>
}

async function startContainer(
  image: Image,
  folder: string,
  more: Record<string, string>,
): Promise<Container> {
  const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', ...image.env, ...more }
  const script = join(folder, 'start')
  const dist = join(folder, 'dist')
  execFileSync(
    process.execPath,
    [join(root, 'node_modules/.bin/tsc'), '-p', 'tsconfig.build.json', '--outDir', dist],
    { cwd: root },
  )
  writeFileSync(script, scriptOf(image, folder, dist))
  const flags = ['--mount', '--propagation', 'private', '--pid', '--fork', '--kill-child']
  const outer = spawn('unshare', [...flags, 'sh', script], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void outer.kill('SIGKILL'))
  const lines: Record<string, unknown>[] = []
  const url = await listening(outer, lines)
  const pid = Number(execFileSync('pgrep', ['-P', String(outer.pid)]).toString())
  const inside = (as: string[], given: Record<string, string>, words: string[]) =>
    spawnSync('nsenter', ['--target', String(pid), '--mount', '--pid', '--root', ...as, ...words], {
      env: { ...env, ...given },
      encoding: 'utf8',
    })
  return {
    pid,
    url,
    lines,
    name: () => readFileSync(`/proc/${pid}/comm`, 'utf8').trim(),
    asRoot: (...words) => inside([], {}, words).stderr,
    asUser: (given, ...words) => inside(userOf(image), given, words).stderr,
    status: (given, ...words) => inside(userOf(image), given, words).status,
    async stop(signal, withinMs) {
      const timer = setTimeout(() => outer.kill('SIGKILL'), withinMs)
      process.kill(pid, signal)
      const [code] = await once(outer, 'close')
      clearTimeout(timer)
      return code
    },
  }
}

/** A root of the system's programs and the image's files, in which nothing but the volumes can be written to. */
function scriptOf(image: Image, folder: string, dist: string): string {
  const base = join(folder, 'root')
  mkdirSync(base)
  const bind = (from: string, to: string) => [
    `if [ -d '${from}' ]; then mkdir -p '${base}${to}'; else mkdir -p "$(dirname '${base}${to}')"; touch '${base}${to}'; fi`,
    `mount --bind '${from}' '${base}${to}'`,
    `mount -o remount,bind,ro '${base}${to}'`,
  ]
  const volumes = image.volumes.flatMap((path, index) => {
    const source = join(folder, `volume-${index}`)
    mkdirSync(source)
    chownSync(source, image.uid, image.gid)
    return [`mkdir -p '${base}${path}'`, `mount --bind '${source}' '${base}${path}'`]
  })
  const files = image.files.map(({ from, to }) => bind(from === 'dist' ? dist : join(root, from), to))
  return [
    'set -eu',
    `mount -t tmpfs -o mode=755 tmpfs '${base}'`,
    ...['/usr', '/etc'].flatMap(path => bind(path, path)),
    `for one in bin sbin lib lib64; do if [ -L /$one ]; then cp -P /$one '${base}'/; elif [ -d /$one ]; then mkdir '${base}'/$one; mount --bind /$one '${base}'/$one; mount -o remount,bind,ro '${base}'/$one; fi; done`,
    // The image has its Node there.
    `mount -t tmpfs tmpfs '${base}/usr/local'`,
    ...bind(realNode(), '/usr/local/bin/node'),
    `mount -o remount,ro '${base}/usr/local'`,
    ...files.flat(),
    ...bind(join(folder, 'secrets'), '/run/secrets'),
    ...volumes,
    ...image.tmpfs.flatMap(path => [
      `mkdir -p '${base}${path}'`,
      `mount -t tmpfs -o mode=1777 tmpfs '${base}${path}'`,
    ]),
    `mkdir '${base}/proc' '${base}/dev'`,
    `mount -t proc proc '${base}/proc'`,
    `mount --rbind /dev '${base}/dev'`,
    ...(image.isReadOnly ? [`mount -o remount,ro '${base}'`] : []),
    `exec chroot '${base}' sh -c 'cd /app && exec "$@"' - ${[...userOf(image), ...image.command].map(one => `'${one}'`).join(' ')}`,
  ].join('\n')
}

function userOf(image: Image): string[] {
  return [
    'setpriv',
    `--reuid=${image.uid}`,
    `--regid=${image.gid}`,
    '--clear-groups',
    ...(image.dropsCapabilities ? ['--bounding-set=-all', '--inh-caps=-all'] : []),
    ...(image.noNewPrivileges ? ['--no-new-privs'] : []),
  ]
}

async function listening(outer: ChildProcess, lines: Record<string, unknown>[]): Promise<string> {
  if (outer.stdout === null) throw new Error('it has no output')
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  createInterface({ input: outer.stdout }).on('line', line => {
    lines.push(JSON.parse(line))
    const url = lines.at(-1)?.url
    if (typeof url === 'string') resolve(url)
  })
  outer.once('exit', code => reject(new Error(`it ended with ${code} before it listened`)))
  return promise
}

const runsSchema = z.array(z.object({ run: z.string(), outcome: z.string() }))

async function backUp(url: string, organization: string): Promise<string> {
  const body = JSON.stringify({ organization })
  const asked = await fetch(`${url}/api/jobs/backup`, { method: 'POST', headers: ofProgram, body })
  const { run } = z.object({ run: z.string() }).parse(await asked.json())
  for (;;) {
    const runs = runsSchema.parse(await (await fetch(`${url}/api/runs`)).json())
    const ended = runs.find(one => one.run === run)
    if (ended) return ended.outcome
    await delay(100)
  }
}

function processField(pid: number, name: string): string[] {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return new RegExp(`^${name}:\\s+(.*)$`, 'm').exec(status)?.[1]?.split(/\s+/) ?? []
}

function realNode(): string {
  return process.execPath
}

/** Null: it can be run here. */
function whatIsLacking(): string | null {
  if (process.getuid?.() !== 0) return 'only root can make namespaces and change users'
  for (const program of [
    'unshare',
    'nsenter',
    'setpriv',
    'pgrep',
    'redis-server',
    readImage().command[0] ?? '',
  ])
    if (spawnSync('which', [program]).status !== 0) return `${program} is not installed`
  const probe = spawnSync(
    'unshare',
    ['--mount', '--propagation', 'private', '--pid', '--fork', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'],
    { encoding: 'utf8' },
  )
  return probe.status === 0 ? null : `the kernel says: ${probe.stderr.trim()}`
}
