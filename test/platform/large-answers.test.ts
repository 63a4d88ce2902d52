import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { parsed } from '../../src/platform/caller.ts'
import { makeHold, makeRoom, SMALL_BYTES } from '../../src/platform/room.ts'
import { type Call, makeRoundTrip } from '../../src/platform/round-trip.ts'
import { openVault } from '../../src/vault/vault.ts'
import { makeCompany } from '../helpers/company.ts'
import { startHostileProxy } from '../helpers/hostile-proxy.ts'

const call = (name: string): Call => ({ operation: name, method: 'GET', path: [name] })

/** A platform that answers `large` with two small answers' bytes, and everything else with two. */
async function openRoundTrip() {
  const server = createServer((request, response) => {
    response.end(request.url?.includes('large') ? JSON.stringify('x'.repeat(2 * SMALL_BYTES - 2)) : '{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 4 })
  onTestFinished(async () => {
    await pool.destroy()
    server.close()
  })
  return makeRoundTrip(
    {
      pool,
      prefix: '/v1',
      userAgent: 'test',
      maxBodyBytes: 3 * SMALL_BYTES,
      room: makeRoom(3 * SMALL_BYTES),
      answerTimeoutMs: 60_000,
      patience: { leastBytesPerSecond: 0, graceMs: 60_000, now: Date.now },
    },
    'token',
  )
}

test('a large answer waits until the one before is parsed; small ones pass', async () => {
  const roundTrip = await openRoundTrip()
  const first = await roundTrip(call('large'))
  let arrived = false
  const second = roundTrip(call('large')).then(answer => {
    arrived = true
    return answer
  })
  for (let small = 0; small < 50; small++) await roundTrip(call('small'))
  expect(arrived).toBe(false)
  first.release?.()
  expect((await second).body.length).toBe(2 * SMALL_BYTES)
})

test('a large answer that is given up while it waits leaves its room to the next', async () => {
  const roundTrip = await openRoundTrip()
  const first = await roundTrip(call('large'))
  const impatient = new AbortController()
  const second = roundTrip(call('large'), impatient.signal)
  const third = roundTrip(call('large'))
  impatient.abort(new Error('enough'))
  await expect(second).rejects.toThrow('enough')
  first.release?.()
  expect((await third).status).toBe(200)
})

test('a hold keeps the room after the answer is parsed, but never from its own next answer', async () => {
  const attempt = parsed(await openRoundTrip(), Date.now)
  const hold = makeHold()
  await attempt({ ...call('large'), hold })
  let arrived = false
  const other = attempt(call('large')).then(() => {
    arrived = true
  })
  for (let small = 0; small < 50; small++) await attempt(call('small'))
  expect([hold.isKept, arrived]).toEqual([true, false])
  await Promise.all([other, attempt({ ...call('large'), hold })])
  expect([hold.isKept, arrived]).toEqual([true, true])
  hold.leave()
})

test('a space whose tree comes in a large answer is stored as one whose tree is small', async () => {
  const company = await makeCompany()
  const proxy = await startHostileProxy(company.emulator.url)
  const grown = JSON.stringify('x'.repeat(2 * SMALL_BYTES))
  const stored = async (vaultPath: string, env: Record<string, string> = {}) => {
    const summary = await company.backUp({}, { env: { ...env, DOCVAULT_VAULT_PATH: vaultPath } })
    expect(summary).toMatchObject({ state: 'complete', gaps: [] })
    const vault = openVault(vaultPath)
    onTestFinished(() => vault.close())
    const kinds = ['page', 'page-group', 'file', 'reusable-content'] as const
    const found = kinds.flatMap(kind => [...vault.resources(summary.snapshot, { kind })])
    return found.map(one => JSON.stringify([one.kind, one.id, vault.readJson(one)])).sort()
  }
  const small = await stored(company.vaultPath)
  let grew = 0
  proxy.spoil = (path, body) => {
    if (!/\/revisions\/[^/?]+(\?|$)/.test(path)) return null
    grew++
    return body.replace('{', `{"padding":${grown},`)
  }
  const env = { DOCVAULT_PLATFORM_URL: proxy.url, DOCVAULT_PLATFORM_ALLOW_PRIVATE_ADDRESSES: 'true' }
  const large = await stored(`${company.vaultPath}-large`, env)
  expect(grew).toBeGreaterThan(1)
  expect(large.length).toBeGreaterThan(8)
  expect(withoutAddresses(large)).toEqual(withoutAddresses(small))
})

/** The proxy has another port, and signatures are new in each answer. */
function withoutAddresses(texts: readonly string[]): string[] {
  return texts.map(text => text.replaceAll(/http:[^"]+/g, ''))
}

test('an answer over the limit is a gap that names the limit and its setting', async () => {
  const company = await makeCompany()
  await company.backUp()
  const text = JSON.stringify({ items: [], padding: ' '.repeat(70_000) })
  company.emulator.fault({ operation: 'listMembersInOrganizationById', kind: 'answer', text })
  const env = { DOCVAULT_PLATFORM_MAX_BODY_BYTES: '64KiB' }
  const summary = await company.backUp({ exact: true }, { env })
  expect(summary).toMatchObject({ state: 'partial', removed: 0, resources: { member: 12 } })
  expect(summary.gaps).toMatchObject([{ kind: 'member', class: 'too-large' }])
  expect(summary.gaps[0]?.message).toContain('larger than 65536 bytes (platform.maxBodyBytes)')
})
