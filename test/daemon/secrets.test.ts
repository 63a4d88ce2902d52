import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { startTestDaemon } from '../helpers/daemon.ts'
import { listenForHttp } from '../helpers/listeners.ts'
import { startRedis } from '../helpers/redis.ts'

const marks = [
  'MARKED-server-token',
  'MARKED-hook',
  'MARKED-mail-password',
  'MARKED-git',
  'MARKED-wrong-token',
]

describe('secrets', () => {
  test('are in no log, not in Redis, not in the vault, and in nothing that the server says', async () => {
    const company = await makeCompany()
    const { child, redis } = await startRedis()
    const hook = await listenForHttp(() => 500)
    const daemon = await startTestDaemon(company, {
      env: {
        DOCVAULT_REDIS_URL: `unix://${child.path}`,
        DOCVAULT_SERVER_TOKEN: 'MARKED-server-token',
        DOCVAULT_NOTIFY_WEBHOOK: `${hook.url}MARKED-hook`,
        DOCVAULT_NOTIFY_SMTP: 'smtp://user:MARKED-mail-password@127.0.0.1:9',
        DOCVAULT_NOTIFY_MAIL_TO: 'ops@example.com',
        DOCVAULT_MIRROR_PATH: join(company.folder, 'mirror'),
        DOCVAULT_MIRROR_GIT: 'true',
        DOCVAULT_MIRROR_GIT_REMOTE: 'http://user:MARKED-git@127.0.0.1:9/x.git',
        DOCVAULT_DAEMON_LOG_LEVEL: 'debug',
      },
    })
    await daemon.run('backup')
    await daemon.ended(one => one.job === 'mirror' && one.outcome === 'failed')
    // A service that repeats the token in its error.
    const echo = {
      DOCVAULT_PLATFORM_TOKEN: 'MARKED-wrong-token',
      DOCVAULT_PLATFORM_URL: `http://MARKED-wrong-token.invalid/v1`,
    }
    await daemon.daemon.reload(daemon.configs(echo))
    expect(await daemon.run('backup')).toMatchObject({ outcome: 'failed' })
    await daemon.daemon.beat()
    const connection = redis.open()
    const found = [
      ['log', daemon.lines.map(line => JSON.stringify(line)).join('\n')],
      ['redis', await dump(connection)],
      ['server', await everything(daemon)],
      ...filesBelow(company.folder).map(file => [file, readFileSync(file, 'latin1')]),
    ]
    connection.disconnect()
    expect(found.length).toBeGreaterThan(5)
    for (const mark of [...marks, company.emulator.token])
      expect([mark, found.filter(([, text]) => text?.includes(mark)).map(([name]) => name)]).toEqual([
        mark,
        [],
      ])
    expect(daemon.lines.some(line => String(line.msg).includes('could not be sent'))).toBe(true)
  })
})

type Connection = ReturnType<Awaited<ReturnType<typeof startRedis>>['redis']['open']>

async function dump(connection: Connection): Promise<string> {
  const keys = await connection.keys('*')
  const values = await Promise.all(
    keys.map(async key => `${key} ${(await connection.dumpBuffer(key))?.toString('latin1')}`),
  )
  expect(keys.length).toBeGreaterThan(5)
  // Large values are compressed by `dump`: read them plainly, too.
  const hashes = await Promise.all(
    keys.map(async key =>
      (await connection.type(key)) === 'hash' ? JSON.stringify(await connection.hgetall(key)) : '',
    ),
  )
  return [...values, ...hashes].join('\n')
}

async function everything(daemon: Awaited<ReturnType<typeof startTestDaemon>>): Promise<string> {
  const headers = { authorization: 'Bearer MARKED-server-token' }
  const paths = ['/api/status', '/api/runs', '/api/jobs', '/metrics', '/board/api/queues']
  const texts = await Promise.all(paths.map(async path => (await daemon.ask(path, { headers })).text()))
  return texts.join('\n')
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap(name => {
    const path = join(folder, name)
    const stat = statSync(path, { throwIfNoEntry: false })
    return stat?.isDirectory() ? filesBelow(path) : stat?.isFile() ? [path] : []
  })
}
