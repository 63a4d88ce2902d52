/** A daemon, its emulator and its vault as processes and folders of their own, to be killed and compared. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import type { SnapshotSummary } from '../../src/model/snapshot.ts'
import { openVault } from '../../src/vault/vault.ts'
import { type DaemonProcess, startDaemonProcess } from './daemon-process.ts'
import { type EmulatorProcess, startEmulatorProcess } from './emulator-process.ts'

export const manual = resolve(import.meta.dirname, '../../docs')

export interface Stage {
  emulator: EmulatorProcess
  folder: string
  env: Record<string, string>
  start(env?: Record<string, string>): Promise<DaemonProcess>
  snapshots(): SnapshotSummary[]
}

export async function setUpStage(
  args: readonly string[] = [],
  spaces: readonly string[] = ['Manual', 'Second'],
): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'docvault-crash-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const load = spaces.flatMap(title => ['--load', `${title}=${manual}`])
  const emulator = await startEmulatorProcess([...load, ...args])
  onTestFinished(() => emulator.stop())
  const env = {
    ...emulator.env,
    DOCVAULT_VAULT_PATH: join(folder, 'vault'),
    DOCVAULT_DAEMON_PATH: join(folder, 'daemon'),
    DOCVAULT_DAEMON_RETRY_DELAY: '100ms',
    DOCVAULT_PLATFORM_RETRY_DELAY: '10ms',
  }
  return {
    emulator,
    folder,
    env,
    async start(more = {}) {
      const daemon = await startDaemonProcess({ ...env, ...more })
      // Its Redis ends with it only when it may say goodbye.
      onTestFinished(async () => void (await daemon.kill('SIGTERM')))
      return daemon
    },
    snapshots() {
      const vault = openVault(join(folder, 'vault'))
      try {
        return vault.snapshots()
      } finally {
        vault.close()
      }
    },
  }
}

export async function bodies(emulator: EmulatorProcess): Promise<number> {
  const { operations } = await emulator.requests()
  return Object.entries(operations)
    .filter(([name]) => /^(getPage|getDocument|download)/.test(name))
    .reduce((sum, [, count]) => sum + count, 0)
}

/** Its children go with it: what a power cut does. */
export async function killWithChildren(daemon: DaemonProcess): Promise<void> {
  const children = execFileSync('pgrep', ['-P', String(daemon.pid)])
    .toString()
    .split('\n')
    .filter(Boolean)
  await daemon.kill('SIGKILL')
  for (const pid of children) {
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It went first.
    }
  }
}

/** Files that differ, or stand on one side only; what docvault and Git keep for themselves aside. */
export function diffFolders(a: string, b: string): string[] {
  const [left, right] = [contents(a), contents(b)]
  return [...new Set([...left.keys(), ...right.keys()])].filter(path => left.get(path) !== right.get(path))
}

function contents(folder: string): Map<string, string> {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true }).filter(one => one.isFile())
  const paths = files.map(one => relative(folder, join(one.parentPath, one.name)))
  const ours = paths.filter(path => !path.startsWith('.git/') && !path.includes('.docvault-'))
  return new Map(ours.map(path => [path, readFileSync(join(folder, path), 'latin1')]))
}
