import { copyFileSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { startTestDaemon } from '../helpers/daemon.ts'
import { type Certificates, makeCertificates, SERVER_NAME } from '../helpers/redis-servers/certificates.ts'
import {
  commandsAllowed,
  commandsCalled,
  commandsInScripts,
  doEverything,
  PASSWORD,
  writeUsers,
} from '../helpers/redis-servers/rights.ts'
import { freePort, type RedisServer, startRedisServer } from '../helpers/redis-servers/server.ts'

const user = { DOCVAULT_REDIS_USERNAME: 'docvault', DOCVAULT_REDIS_PASSWORD: PASSWORD }

test('the documented user may do what the daemon does, and nothing that it does not', async () => {
  const company = await makeCompany({ latencyMs: 10 })
  const server = await startRedisServer({ settings: [['aclfile', writeUsers(company.folder)]] })
  await server.admin.config('RESETSTAT')
  await doEverything(company, { ...user, DOCVAULT_REDIS_URL: `redis://127.0.0.1:${server.port}/1` })
  expect(await server.admin.acl('LOG')).toEqual([])
  const called = await commandsCalled(server.admin)
  const allowed = commandsAllowed()
  const needed = new Set([...called, ...(await commandsInScripts(server.admin)), 'rpush'])
  expect(allowed).toEqual([...needed].toSorted())
  expect(await server.admin.call('ACL', 'DRYRUN', 'docvault', 'get', 'other:key')).toContain('no permissions')
})

test('by TLS alone, with a certificate of our own: what is renewed is read, what does not fit is refused', async () => {
  const [certificates, foreign] = [makeCertificates(), makeCertificates()]
  const company = await makeCompany()
  const server = await startTlsServer(certificates, writeUsers(company.folder))
  const secure = {
    ...user,
    DOCVAULT_REDIS_URL: `rediss://127.0.0.1:${server.port}/0`,
    DOCVAULT_REDIS_CA_FILE: certificates.ca,
    DOCVAULT_REDIS_CERTIFICATE_FILE: certificates.client.certificate,
    DOCVAULT_REDIS_CERTIFICATE_KEY_FILE: certificates.client.key,
    DOCVAULT_REDIS_TLS_NAME: SERVER_NAME,
    DOCVAULT_REDIS_START_TIMEOUT: '500ms',
  }
  const daemon = await startTestDaemon(company, { env: secure })
  expect(await daemon.run('backup')).toMatchObject({ outcome: 'complete' })
  // From here on another authority signs, on both sides.
  copyFileSync(foreign.ca, certificates.ca)
  for (const side of ['server', 'client'] as const) {
    copyFileSync(foreign[side].certificate, certificates[side].certificate)
    copyFileSync(foreign[side].key, certificates[side].key)
  }
  await server.kill()
  await daemon.logged(line => line.msg === 'Redis does not answer')
  const again = await startTlsServer(certificates, writeUsers(company.folder), server.port)
  await daemon.logged(line => line.msg === 'Redis answers again')
  expect(await daemon.run('sync')).toMatchObject({ outcome: 'unchanged' })
  await daemon.stop()
  await again.admin.config('RESETSTAT')
  const start = (env: Record<string, string>) => startTestDaemon(company, { env: { ...secure, ...env } })
  await expect(start({ DOCVAULT_REDIS_TLS_NAME: 'other.test' })).rejects.toMatchObject({ code: 'redis-away' })
  await expect(start({ DOCVAULT_REDIS_CA_FILE: '' })).rejects.toMatchObject({ code: 'redis-away' })
  const bare = { DOCVAULT_REDIS_CERTIFICATE_FILE: '', DOCVAULT_REDIS_CERTIFICATE_KEY_FILE: '' }
  await expect(start(bare)).rejects.toMatchObject({ code: 'redis-away' })
})

test('a wrong password is told as such, and stands in no line and no error', async () => {
  const company = await makeCompany()
  const server = await startRedisServer({ settings: [['aclfile', writeUsers(company.folder)]] })
  const lines: string[] = []
  const env = {
    ...user,
    DOCVAULT_REDIS_PASSWORD: 'not-the-password-at-all',
    DOCVAULT_REDIS_URL: `redis://127.0.0.1:${server.port}/0`,
    DOCVAULT_REDIS_START_TIMEOUT: '500ms',
  }
  const failed = await startTestDaemon(company, { env, wrote: line => lines.push(line) }).catch(String)
  expect(failed).toContain('WRONGPASS')
  expect(`${failed}${lines.join('')}`).not.toContain('not-the-password')
})

test('one that may throw away what is queued is a condition, until it may no more', async () => {
  const company = await makeCompany()
  const server = await startRedisServer({
    settings: [
      ['maxmemory', '100mb'],
      ['maxmemory-policy', 'allkeys-lru'],
    ],
  })
  const env = { DOCVAULT_REDIS_URL: `redis://127.0.0.1:${server.port}/0` }
  const daemon = await startTestDaemon(company, { env })
  await daemon.daemon.beat()
  const told = () => daemon.daemon.view.conditions().filter(({ kind }) => kind === 'redis')
  expect(told()).toMatchObject([{ title: 'Redis may throw away what is queued' }])
  await server.admin.config('SET', 'maxmemory-policy', 'noeviction')
  await daemon.daemon.beat()
  expect(told()).toEqual([])
})

async function startTlsServer(
  { ca, server, client }: Certificates,
  users: string,
  known?: number,
): Promise<RedisServer> {
  const port = known ?? (await freePort())
  const tls = {
    ca: readFileSync(ca),
    cert: readFileSync(client.certificate),
    key: readFileSync(client.key),
    servername: SERVER_NAME,
  }
  return startRedisServer({
    port,
    settings: [
      ['port', '0'],
      ['tls-port', String(port)],
      ['tls-ca-cert-file', ca],
      ['tls-cert-file', server.certificate],
      ['tls-key-file', server.key],
      ['aclfile', users],
    ],
    admin: { tls },
  })
}
