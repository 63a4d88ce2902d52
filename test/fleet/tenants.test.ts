/** Whose documentation each vault of a fleet has: in the API, and in the list on the command line. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openRegistry } from '../../src/fleet/registry.ts'
import { makeCompany } from '../helpers/company.ts'
import { startTestDaemon } from '../helpers/daemon.ts'
import { lineVersion, runLine } from '../helpers/program.ts'
import { startRedis } from '../helpers/redis.ts'

async function world() {
  const { child, redis } = await startRedis()
  const company = await makeCompany()
  const registry = openRegistry(redis, 'docvault')
  onTestFinished(() => registry.close())
  // Of a platform that the configuration of this host does not have (any more).
  await registry.place('gone', { host: 'elsewhere.1', epoch: 1 })
  const file = join(company.folder, 'docvault.yaml')
  writeFileSync(
    file,
    `platforms:
  - { name: acme-docs, tenant: acme }
  - { name: acme-handbook, tenant: acme }
  - { name: globex }
`,
  )
  const env = {
    ...company.env,
    DOCVAULT_FLEET_HOST: 'here',
    DOCVAULT_REDIS_URL: `unix://${child.path}`,
    DOCVAULT_DAEMON_PATH: join(company.folder, 'data'),
  }
  const daemon = await startTestDaemon(company, { file, env, version: lineVersion })
  await daemon.daemon.beat()
  const line = (...argv: string[]) =>
    runLine([...argv, '--config', file], { env }).catch((error: Error) => ({
      code: -1,
      text: `${error.message}; ${'hint' in error ? error.hint : ''}`,
    }))
  return { daemon, line }
}

test('the list and the API say of which tenant each vault is: the one that is set, else the name of the platform', async () => {
  const { daemon, line } = await world()
  const answer = await (await daemon.ask('/api/fleet')).json()
  expect(answer).toMatchObject({
    places: [
      { platform: 'acme-docs', tenant: 'acme' },
      { platform: 'acme-handbook', tenant: 'acme' },
      { platform: 'globex', tenant: 'globex' },
      { platform: 'gone', tenant: null },
    ],
  })
  const all = await line('fleet', 'list')
  expect(all.text).toMatch(/^platform +tenant +host/m)
  expect(all.text).toMatch(/^acme-docs +acme +here\./m)
  expect(all.text).toMatch(/^globex +globex +here\./m)
})

test('a daemon by itself lists its platforms the same way', async () => {
  const company = await makeCompany()
  const daemon = await startTestDaemon(company, { version: lineVersion })
  await daemon.daemon.beat()
  const env = { ...company.env, DOCVAULT_DAEMON_PATH: join(company.folder, 'daemon') }
  const { text } = await runLine(['fleet', 'list'], { env })
  expect(text).toMatch(/^default +default .*unprotected +an organization has no complete snapshot/m)
  await expect(runLine(['fleet', 'hosts'], { env })).rejects.toThrow('this daemon works by itself')
})

test('those of one tenant are listed alone, and a tenant that nothing is of is an error', async () => {
  const { line } = await world()
  const { text } = await line('fleet', 'list', '--tenant', 'acme', '--json')
  const places = text
    .trim()
    .split('\n')
    .map(row => JSON.parse(row))
  expect(places).toMatchObject([
    { message_type: 'place', platform: 'acme-docs', tenant: 'acme' },
    { message_type: 'place', platform: 'acme-handbook', tenant: 'acme' },
  ])
  const none = await line('fleet', 'list', '--tenant', 'globexx')
  expect([none.code, none.text]).toEqual([-1, expect.stringContaining('did you mean globex?')])
})
