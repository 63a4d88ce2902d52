/** The container without a container: the same command, user id and environment. `entry-point.heavy.ts` adds the read-only root. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'

const root = resolve(import.meta.dirname, '../..')
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')

describe('the entry point of the image', () => {
  test('runs as its user, is healthy by its own health check, and ends with 0 on SIGTERM', async () => {
    const company = await makeCompany()
    const data = join(company.folder, 'data')
    mkdirSync(data)
    for (const folder of [company.folder, data]) chmodSync(folder, 0o777)
    const { uid, command } = entryPoint()
    const env = {
      PATH: process.env.PATH ?? '',
      ...company.env,
      DOCVAULT_VAULT_PATH: join(data, 'vault'),
      DOCVAULT_DAEMON_PATH: join(data, 'daemon'),
      DOCVAULT_SERVER_HOST: '127.0.0.1',
      DOCVAULT_SERVER_PORT: '0',
    }
    const child = spawn(join(root, command), ['daemon'], {
      env,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'inherit'],
      ...asUser(uid),
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const url = await listening(child.stdout)
    const port = new URL(url).port
    expect(statusField(child.pid ?? 0, 'Uid')).toBe(
      String(process.getuid?.() === 0 ? uid : process.getuid?.()),
    )
    expect(await healthCheck({ ...env, DOCVAULT_SERVER_PORT: port })).toBe(0)
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    expect(code).toBe(0)
    expect(await healthCheck({ ...env, DOCVAULT_SERVER_PORT: port })).toBe(1)
  })

  test('does not run as root, and takes signals through tini', () => {
    expect(dockerfile).toMatch(/^USER 10001:10001$/m)
    expect(dockerfile).toMatch(/^ENTRYPOINT \["tini", "--", "\/app\/bin\/docvault"\]$/m)
    expect(dockerfile).toMatch(/^CMD \["daemon"\]$/m)
  })
})

/** As the Dockerfile says, so that this test and the image cannot part. */
function entryPoint(): { uid: number; command: string } {
  const uid = Number(/^USER (\d+):/m.exec(dockerfile)?.[1])
  const command = /^ENTRYPOINT .*"\/app\/(\S+)"\]$/m.exec(dockerfile)?.[1] ?? ''
  return { uid, command }
}

/** Only root can become somebody else; and the checkout has to be readable for them. */
function asUser(uid: number): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid, gid: uid } : {}
}

async function healthCheck(env: Record<string, string>): Promise<number> {
  const words: unknown = JSON.parse(/HEALTHCHECK[^\n]*\\\n\s+CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]')
  if (!Array.isArray(words)) throw new Error('there is no health check')
  const [program = '', ...rest] = words.map(String)
  const child = spawn(program, rest, { env, stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  return code
}

async function listening(stdout: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stdout })) {
    const parsed: unknown = JSON.parse(line)
    if (typeof parsed === 'object' && parsed !== null && 'url' in parsed) return String(parsed.url)
  }
  throw new Error('the daemon ended without listening')
}

function statusField(pid: number, name: string): string | undefined {
  return new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
}
