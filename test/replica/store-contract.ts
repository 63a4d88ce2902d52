/** What every store of a replica has to do, asked of each of them in the same words. */
import { expect, test } from 'vitest'
import { digestOf } from '../../src/model/digest.ts'
import { ChecksumMismatch, ObjectAbsent, ObjectExists } from '../../src/replica/errors.ts'
import type { Placed, PutOptions, ReplicaStore, StoredObject } from '../../src/replica/store.ts'

/** `open` answers an empty store; what it opened is cleaned up by itself. */
export function storeContract(open: () => Promise<ReplicaStore>): void {
  test('what was put comes back, and a part of it by its range', async () => {
    const store = await open()
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 251))
    await put(store, 'packs/a.age', bytes)
    expect((await store.get('packs/a.age')).equals(bytes)).toBe(true)
    const part = await store.get('packs/a.age', { range: { start: 69_990, bytes: 100 } })
    expect(part.equals(bytes.subarray(69_990))).toBe(true)
    expect(await store.head('packs/a.age')).toMatchObject({ key: 'packs/a.age', size: 70_000 })
  })

  test('the empty object is one', async () => {
    const store = await open()
    await put(store, 'empty', '')
    expect((await store.head('empty'))?.size).toBe(0)
    expect((await store.get('empty')).length).toBe(0)
  })

  test('what is not there is absent, and may be removed', async () => {
    const store = await open()
    await expect(store.get('packs/none')).rejects.toThrow(ObjectAbsent)
    expect(await store.head('packs/none')).toBeNull()
    await store.remove('packs/none')
    expect(await keysOf(store, 'packs/')).toEqual([])
  })

  test('a later put replaces, a removal removes', async () => {
    const store = await open()
    await put(store, 'README.txt', 'first')
    await put(store, 'README.txt', 'second')
    expect(String(await store.get('README.txt'))).toBe('second')
    await store.remove('README.txt')
    expect(await store.head('README.txt')).toBeNull()
  })

  test('a list has what begins with the prefix, in the order of the keys', async () => {
    const store = await open()
    for (const key of ['packs/b', 'packs/a', 'packs-other', 'manifests/1', 'packs.txt', 'replica.json'])
      await put(store, key, key)
    expect(await keysOf(store, 'packs/')).toEqual(['packs/a', 'packs/b'])
    expect(await keysOf(store, 'pack')).toEqual(['packs-other', 'packs.txt', 'packs/a', 'packs/b'])
    expect(await keysOf(store, '')).toEqual([
      'manifests/1',
      'packs-other',
      'packs.txt',
      'packs/a',
      'packs/b',
      'replica.json',
    ])
  })

  test('bytes that do not have the digest are refused, and nothing is there', async () => {
    const store = await open()
    const sha256 = digestOf('other')
    await expect(store.put('packs/a', Buffer.from('bytes'), { sha256 })).rejects.toThrow(ChecksumMismatch)
    expect(await store.head('packs/a')).toBeNull()
  })

  test('what is made only where there is none leaves what is there', async () => {
    const store = await open()
    await put(store, 'manifests/1.json', 'mine', { ifAbsent: true })
    await expect(put(store, 'manifests/1.json', 'yours', { ifAbsent: true })).rejects.toThrow(ObjectExists)
    expect(String(await store.get('manifests/1.json'))).toBe('mine')
  })

  test('of many that make the same object at once, one succeeds', async () => {
    const store = await open()
    if (!(await store.probe()).conditionalCreate) return
    const tries = Array.from({ length: 8 }, (_, index) => put(store, 'lease', `${index}`, { ifAbsent: true }))
    const ended = await Promise.allSettled(tries)
    const won = ended.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []))
    expect(won).toHaveLength(1)
    expect(String(await store.get('lease'))).toBe(`${won[0]}`)
  })

  test('of many that replace the same object at once, one succeeds', async () => {
    const store = await open()
    if (!(await store.probe()).conditionalCreate) return
    await put(store, 'lease', 'old')
    const ifTag = tagOf(await store.head('lease'))
    const tries = Array.from({ length: 8 }, (_, index) => put(store, 'lease', `new ${index}`, { ifTag }))
    const ended = await Promise.allSettled(tries)
    const won = ended.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []))
    expect(won).toHaveLength(1)
    expect(String(await store.get('lease'))).toBe(`new ${won[0]}`)
    await expect(put(store, 'lease', 'late', { ifTag })).rejects.toThrow(ObjectExists)
    await store.remove('lease')
    await expect(put(store, 'lease', 'late', { ifTag })).rejects.toThrow(ObjectExists)
    expect(await store.head('lease')).toBeNull()
  })

  test('as of a time before it was made, it is absent', async () => {
    const store = await open()
    await put(store, 'manifests/1.json', 'mine')
    const modifiedAt = (await store.head('manifests/1.json'))?.modifiedAt ?? 0
    expect(String(await store.get('manifests/1.json', { asOf: modifiedAt + 1000 }))).toBe('mine')
    await expect(store.get('manifests/1.json', { asOf: modifiedAt - 1000 })).rejects.toThrow(ObjectAbsent)
  })

  test('a probe leaves nothing that a list would show', async () => {
    const store = await open()
    const { versions } = await store.probe()
    expect(typeof versions).toBe('boolean')
    expect(await keysOf(store, '')).toEqual([])
  })
}

function put(
  store: ReplicaStore,
  key: string,
  data: string | Buffer,
  options: Omit<PutOptions, 'sha256'> = {},
): Promise<Placed> {
  const bytes = Buffer.from(data)
  return store.put(key, bytes, { sha256: digestOf(bytes), ...options })
}

async function keysOf(store: ReplicaStore, prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list(prefix)) keys.push(key)
  return keys
}

function tagOf(object: StoredObject | null): string {
  if (object === null) throw new Error('it is there')
  return object.tag
}
