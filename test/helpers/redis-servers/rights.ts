/** The user of `deploy/redis/users.acl`, what the daemon does with Redis, and the commands that this takes. */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import type { Company } from '../company.ts'
import { startTestDaemon } from '../daemon.ts'
import { until } from './server.ts'

export const ACL_FILE = resolve(import.meta.dirname, '../../../deploy/redis/users.acl')
export const PASSWORD = 'a-password-of-the-test'

/** As an installation has it: a password in place of the one to change. */
export function writeUsers(folder: string): string {
  const file = join(folder, 'users.acl')
  writeFileSync(file, `${aclLine()}\n`)
  return file
}

export function aclLine(): string {
  return readFileSync(ACL_FILE, 'utf8').replace('CHANGE-ME', PASSWORD).trim()
}

export function commandsAllowed(): string[] {
  return [...readFileSync(ACL_FILE, 'utf8').matchAll(/ \+([a-z|]+)/g)].map(([, name = '']) => name).toSorted()
}

/** With hosts, and a rate that they share. */
const IN_FLEET = { DOCVAULT_FLEET_HOST: 'here', DOCVAULT_PLATFORM_REQUESTS_PER_MINUTE: '100000' }

/** Everything that the daemon asks of Redis: runs with parts, cancelled, repeated and resumed ones, pages. */
export async function doEverything(company: Company, given: Record<string, string>): Promise<void> {
  const { emulator } = company
  const env = { ...IN_FLEET, ...given }
  const patient = { DOCVAULT_DAEMON_STOP_TIMEOUT: '1ms', DOCVAULT_DAEMON_RETRY_DELAY: '1h' }
  const first = await startTestDaemon(company, { env: { ...env, ...patient } })
  await first.run('backup')
  emulator.fault({ operation: 'getOrganizationById', kind: 'status', status: 500, count: 3 })
  const repeated = await first.platform().trigger('backup', { organization: emulator.organization })
  await first.logged(line => line.msg === 'failed for now, and is repeated')
  await until(async () => (await first.platform().queues.runs.getDelayedCount()) === 1)
  await first.ask('/api/jobs')
  await first.ask('/board/api/queues?page=1&activeQueue=default&status=latest')
  await first.platform().cancel(repeated)
  await first.daemon.beat()
  const lines = first.lines.length
  const run = await first.platform().trigger('backup', { organization: emulator.organization })
  await first.logged(line => first.lines.indexOf(line) >= lines && line.msg === 'the run begins')
  await first.stop()
  const again = await startTestDaemon(company, { env })
  await again.ended(record => record.run === run)
  emulator.fault({ operation: 'getPageInRevisionById', kind: 'status', status: 503, count: 4 })
  await again.run('backup')
  await again.stop()
}

const HANDSHAKE = ['hello', 'auth', 'quit', 'reset']

/** Those called since the last `CONFIG RESETSTAT`, but for what every user may and what the test itself does. */
export async function commandsCalled(admin: Redis): Promise<string[]> {
  const text = await admin.info('commandstats')
  const names = [...text.matchAll(/^cmdstat_([^:]+):/gm)].map(([, name = '']) => name)
  const ofTest = /^(config|acl|script|save)/
  return names.filter(name => !HANDSHAKE.includes(name) && !ofTest.test(name)).toSorted()
}

const scriptsSchema = z.record(z.string(), z.unknown())
const require = createRequire(import.meta.url)
const scriptForm = z.object({ name: z.string(), content: z.string() })

/** Those that stand in the scripts which the server was given, also where they were not come to. */
export async function commandsInScripts(admin: Redis): Promise<string[]> {
  const scripts = Object.values(scriptsSchema.parse(require('bullmq/dist/cjs/scripts/index.js'))).flatMap(
    value => scriptForm.safeParse(value).data ?? [],
  )
  const found = new Set<string>()
  for (const { content } of scripts) {
    const sha = createHash('sha1').update(content).digest('hex')
    const [isKnown] = z.array(z.number()).parse(await admin.script('EXISTS', sha))
    if (isKnown !== 1) continue
    for (const [, name = ''] of content.matchAll(/(?:rcall|redis\.p?call)\(\s*['"]([A-Za-z]+)['"]/g))
      found.add(name.toLowerCase())
  }
  return [...found].toSorted()
}
