import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openRegistry } from '../../src/fleet/registry.ts'
import { openHost } from '../../src/model/host.ts'
import { startRedis } from '../helpers/redis.ts'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'docvault-host-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

describe('a host', () => {
  test('is the same after a restart, also under another name', () => {
    const data = folder()
    const first = openHost(data, 'web-1')
    expect(first).toMatchObject({ name: 'web-1', id: expect.stringMatching(/^web-1\.[0-9a-f]{8}$/) })
    expect(openHost(data, 'web-1')).toEqual(first)
    expect(openHost(data, 'web-9')).toEqual({ id: first.id, name: 'web-9' })
  })

  test('that got the name of an earlier machine is another one', () => {
    expect(openHost(folder(), 'web-1').id).not.toBe(openHost(folder(), 'web-1').id)
  })

  test('whose file is damaged does not become a new one', () => {
    const data = folder()
    writeFileSync(join(data, 'host.json'), '{"id":')
    expect(() => openHost(data, 'web-1')).toThrow(/does not say which host/)
  })
})

describe('places', () => {
  async function registry() {
    const { redis } = await startRedis()
    const opened = openRegistry(redis, '{test}')
    onTestFinished(() => opened.close())
    return { ...opened, redis }
  }

  test('give way to a later epoch only, and of two with the same the first one stays', async () => {
    const { place, places } = await registry()
    expect(await place('acme', { host: 'a.1', epoch: 2 })).toEqual({ host: 'a.1', epoch: 2 })
    expect(await place('acme', { host: 'b.2', epoch: 2 })).toEqual({ host: 'a.1', epoch: 2 })
    expect(await place('acme', { host: 'b.2', epoch: 1 })).toEqual({ host: 'a.1', epoch: 2 })
    expect(await place('acme', { host: 'b.2', epoch: 3 })).toEqual({ host: 'b.2', epoch: 3 })
    expect(await places()).toEqual(new Map([['acme', { host: 'b.2', epoch: 3 }]]))
  })

  test('that twenty hosts ask for at once go to one of them, and all hear the same', async () => {
    const { place } = await registry()
    const asked = Array.from({ length: 20 }, (_, host) => place('acme', { host: `h.${host}`, epoch: 1 }))
    expect(new Set((await Promise.all(asked)).map(answer => answer.host)).size).toBe(1)
  })

  test('and hosts that somebody else wrote there are not there', async () => {
    const { places, hosts, redis } = await registry()
    const other = redis.open()
    await other.hset('{test}:fleet:places', 'acme', 'nonsense')
    await other.hset('{test}:fleet:hosts', 'x', '{"id":7}')
    other.disconnect()
    expect(await places()).toEqual(new Map())
    expect(await hosts()).toEqual([])
  })
})
