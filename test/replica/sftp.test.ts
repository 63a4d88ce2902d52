/** A folder on an SFTP server as a store: what every store does, on OpenSSH's own sftp-server, and what only a server can. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { digestOf } from '../../src/model/digest.ts'
import {
  ObjectExists,
  StorePackageMissing,
  TargetRefused,
  TargetUnreachable,
} from '../../src/replica/errors.ts'
import type { ReplicaStore } from '../../src/replica/store.ts'
import { openSession, type SftpTarget } from '../../src/replica/stores/sftp/session.ts'
import { openSftpStore } from '../../src/replica/stores/sftp.ts'
import { SFTP_PROGRAM, type SftpServerOptions, startSftpServer } from '../helpers/sftp-server.ts'
import { temporaryFolder } from '../vault/fixture.ts'
import { storeContract } from './store-contract.ts'

/** A connection takes long to make: of the requests that fail each eighth, another first one for each operation. 1 takes all. */
const EVERY = Number(process.env.EVERY ?? 8)
vi.setConfig({ testTimeout: 180_000 })

const bytes = Buffer.from('new')
const sha256 = digestOf(bytes)

async function start(options: SftpServerOptions = {}) {
  const server = await startSftpServer(options)
  onTestFinished(() => server.close())
  const root = join(temporaryFolder(), 'replica')
  const target: SftpTarget = {
    name: 'sftp://user@127.0.0.1/replica',
    host: '127.0.0.1',
    port: server.port,
    user: 'user',
    root,
    hostKey: server.hostKey,
    privateKey: server.privateKey,
    passphrase: null,
    timeoutMs: 5000,
    retries: { attempts: 3, firstPauseMs: 1 },
  }
  const open = async (changed: Partial<SftpTarget> = {}) => {
    const store = await openSftpStore({ ...target, ...changed })
    onTestFinished(() => store.close())
    return store
  }
  return { server, root, target, open }
}

async function keysOf(store: ReplicaStore): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list('')) keys.push(key)
  return keys
}

describe.skipIf(SFTP_PROGRAM === null)('a folder on an SFTP server as a store', () => {
  storeContract(async () => (await start()).open())

  test('an object of many pieces arrives whole, as a file under its key', async () => {
    const { open, root } = await start()
    const store = await open()
    const large = Buffer.from(Array.from({ length: 3_000_001 }, (_, index) => (index * 7) % 251))
    await store.put('packs/large', large, { sha256: digestOf(large) })
    expect(readFileSync(join(root, 'packs/large')).equals(large)).toBe(true)
    expect((await store.get('packs/large')).equals(large)).toBe(true)
    expect((await store.get('packs/large', { range: { start: 2_999_999, bytes: 10 } })).length).toBe(2)
    expect(readdirSync(join(root, 'tmp'))).toEqual([])
  })

  test('what a killed writer left is no object', async () => {
    const { open, root } = await start()
    mkdirSync(join(root, 'tmp'), { recursive: true })
    writeFileSync(join(root, 'tmp', 'half'), 'half')
    const store = await open()
    await store.put('packs/a', bytes, { sha256 })
    expect(await keysOf(store)).toEqual(['packs/a'])
  })
})

/** Each leaves the folder as it says, however often it was tried on the way. */
const OPERATIONS: Record<string, (store: ReplicaStore) => Promise<unknown>> = {
  'put of a new object': store => store.put('new', bytes, { sha256 }),
  'put in place of another': store => store.put('old', bytes, { sha256 }),
  'put where there is none': store => store.put('packs/new', bytes, { sha256, ifAbsent: true }),
  'put by a tag': store => store.put('old', bytes, { sha256, ifTag: digestOf('old bytes') }),
  get: async store => expect(String(await store.get('old'))).toBe('old bytes'),
  head: async store => expect((await store.head('old'))?.size).toBe(9),
  list: async store => expect(await keysOf(store)).toEqual(['old']),
  remove: store => store.remove('old'),
}

/** A fresh folder of the same server for each point. */
async function startWithOld() {
  const { server, open } = await start()
  return {
    server,
    async fresh() {
      const root = join(temporaryFolder(), 'replica')
      mkdirSync(root)
      writeFileSync(join(root, 'old'), 'old bytes')
      server.requests = 0
      server.faults = () => null
      return { root, store: await open({ root }) }
    },
  }
}

function pointsOf(operation: string, count: number): number[] {
  const first = Object.keys(OPERATIONS).indexOf(operation) % EVERY
  const points = Array.from({ length: count }, (_, index) => index + 1)
  return points.filter(point => point % EVERY === first)
}

function contentsOf(root: string): string[][] {
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
  const files = names.filter(entry => entry.isFile() && !entry.parentPath.endsWith('/tmp'))
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort()
  return paths.map(path => [path.slice(root.length + 1), readFileSync(path, 'utf8')])
}

describe.skipIf(SFTP_PROGRAM === null).each(Object.entries(OPERATIONS))('%s', (name, operate) => {
  test.each(['before', 'after'] as const)(
    'ends as without it where the connection ends %s any request',
    async when => {
      const { server, fresh } = await startWithOld()
      const undisturbed = await fresh()
      await operate(undisturbed.store)
      const count = server.requests
      expect(count).toBeGreaterThan(1)
      for (const point of pointsOf(name, count)) {
        const { root, store } = await fresh()
        server.faults = number => (number === point ? when : null)
        await operate(store)
        expect(contentsOf(root), `request ${point} of ${count}`).toEqual(contentsOf(undisturbed.root))
        expect(server.requests).toBeGreaterThan(point)
      }
    },
  )

  test('gives up with a sentence when the server is gone from any request on, and nobody sees a part', async () => {
    const { server, fresh } = await startWithOld()
    const undisturbed = await fresh()
    await operate(undisturbed.store)
    const count = server.requests
    const allowed = ['old bytes', 'new']
    for (const point of pointsOf(name, count)) {
      const { root, store } = await fresh()
      server.faults = number => (number >= point ? 'before' : null)
      await expect(operate(store)).rejects.toThrow(TargetUnreachable)
      for (const [, text] of contentsOf(root)) expect(allowed).toContain(text)
    }
  })
})

describe.skipIf(SFTP_PROGRAM === null)('refusals of an SFTP server', () => {
  test('a server with another host key gets nothing, and both keys are told', async () => {
    const { open, server } = await start()
    const pinned = `SHA256:${'A'.repeat(43)}`
    const put = (await open({ hostKey: pinned })).put('new', bytes, { sha256 })
    await expect(put).rejects.toThrow(TargetRefused)
    await expect(put).rejects.toThrow(`its host key should be ${pinned}, and it shows ${server.hostKey}`)
    expect(server.requests).toBe(0)
  })

  test('without a host key nobody is believed, and the one that is shown is told', async () => {
    const { open, server } = await start()
    const head = (await open({ hostKey: null })).head('new')
    await expect(head).rejects.toThrow(`no host key is set for it, and it shows ${server.hostKey}`)
  })

  test('a user that the server does not accept is told so, and nothing of the key', async () => {
    const { open, target } = await start()
    const error: unknown = await (await open({ user: 'somebody' })).head('new').catch(thrown => thrown)
    expect(String(error)).toContain('refuses access: the server does not accept the user and the key')
    expect(String(error)).not.toContain(target.privateKey?.split('\n')[1] ?? 'a key')
  })

  test('a key that cannot be read is told', async () => {
    const { open } = await start()
    await expect((await open({ privateKey: 'no key' })).head('new')).rejects.toThrow(TargetRefused)
  })

  test('a server that only gives refuses what is put', async () => {
    const { open } = await start({ args: ['-R'] })
    const store = await open()
    await expect(store.put('new', bytes, { sha256 })).rejects.toThrow(TargetRefused)
    expect(await store.head('new')).toBeNull()
  })

  test('nobody there is told with the address', async () => {
    const { open, server } = await start()
    await server.close()
    await expect((await open()).head('new')).rejects.toThrow(/cannot be reached: .*ECONNREFUSED/)
  })

  test('a name that is taken stays taken after a lost answer', async () => {
    const { open, server, root } = await start()
    mkdirSync(root)
    writeFileSync(join(root, 'lease'), 'theirs')
    server.faults = number => (number === 3 ? 'before' : null)
    const put = (await open()).put('lease', bytes, { sha256, ifAbsent: true })
    await expect(put).rejects.toThrow(ObjectExists)
    expect(readFileSync(join(root, 'lease'), 'utf8')).toBe('theirs')
  })
})

test('an installation without the package says which one', async () => {
  const absent = 'docvault-has-no-such-package'
  const target = { name: 'sftp://user@host/replica' } as SftpTarget
  const opened = openSession(target, () => import(absent))
  await expect(opened).rejects.toThrow(StorePackageMissing)
  await expect(opened).rejects.toThrow(
    'sftp://user@host/replica needs the package ssh2, which is not installed',
  )
})
