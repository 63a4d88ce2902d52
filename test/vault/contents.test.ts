import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { digestOf } from '../../src/model/digest.ts'
import { DamageFound } from '../../src/model/errors.ts'
import { openVault, openVaultForWriting, type SnapshotWriter } from '../../src/vault/vault.ts'
import { findings, newVault, ORGANIZATION, rejection, seal, temporaryFolder } from './fixture.ts'

type Step = { shape: 'random' | 'text'; size: number } | { shape: 'similar' | 'duplicate'; to: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    shape: fc.constantFrom('random', 'text'),
    size: fc.constantFrom(0, 1, 7, 100, 900, 5000, 30_000),
  }),
  fc.record({ shape: fc.constantFrom('similar', 'duplicate'), to: fc.nat() }),
)

describe('contents', () => {
  test('whatever was put reads back equal, with and without base, also after reopening', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40 }),
        fc.integer({ min: 0, max: 3 }),
        async (steps, depth) => {
          const path = join(temporaryFolder(), 'vault')
          const limits = { inlineLimitBytes: 2000, blockBytes: 4000, maxDeltaDepth: depth }
          const vault = await openVaultForWriting(path, limits)
          const writer = vault.begin(ORGANIZATION, 'test')
          const put = await putAll(writer, steps)
          for (const { content, bytes } of put) expect(vault.read(content).equals(bytes)).toBe(true)
          await seal(writer)
          for (const { content, bytes } of put) expect(vault.read(content).equals(bytes)).toBe(true)
          expect(await findings(vault)).toEqual([])
          await vault.close()

          const reader = openVault(path)
          for (const { content, bytes } of put) {
            expect(reader.read(content).equals(bytes)).toBe(true)
            expect(await collect(reader.readStream(content))).toEqual(bytes)
            expect(reader.contentKey(digestOf(bytes))).toBe(content)
          }
          reader.close()
        },
      ),
      { numRuns: 40 },
    )
  })

  test('a chain of versions is stored as deltas, many times smaller', async () => {
    const { vault, path } = await newVault()
    const writer = vault.begin(ORGANIZATION, 'test')
    let text = randomBytes(20_000).toString('base64')
    let base: number | undefined
    const versions: { content: number; text: string }[] = []
    for (let version = 0; version < 40; version++) {
      text = `${text.slice(0, 500 * version)}edit ${version}${text.slice(500 * version)}`
      base = (await writer.put(Buffer.from(text), { base })).content
      versions.push({ content: base, text })
    }
    await seal(writer)
    for (const { content, text } of versions) expect(vault.read(content).toString()).toBe(text)
    const raw = versions.reduce((sum, one) => sum + one.text.length, 0)
    expect(stored(path).bytes).toBeLessThan(raw / 8)
    expect(stored(path).depth).toBe(16)
    expect(await findings(vault)).toEqual([])
  })

  test('a body waits for its own content, not for that of others', async () => {
    const { vault } = await newVault()
    const writer = vault.begin(ORGANIZATION, 'test')
    const scope = writer.scope(null, 'space')
    const parent = await scope.add({
      id: 's',
      changeDigest: digestOf('s'),
      json: Buffer.from('{}'),
      parts: [],
    })
    const small = await writer.putBody(parent, { key: 'k', name: 'markdown' }, Buffer.from('small'))
    const large = await writer.put(randomBytes(100_000))
    while (vault.contentKey(large.digest) === null) await setImmediate()
    expect(vault.contentKey(small.digest)).toBeNull()
    await writer.flush()
    expect([...vault.bodies(parent)]).toMatchObject([{ key: 'k', content: small.content }])
  })

  test('bytes that change on their way are refused, not stored under the wrong name', async () => {
    const { vault } = await newVault()
    const writer = vault.begin(ORGANIZATION, 'test')
    const bytes = randomBytes(100)
    await writer.put(bytes)
    bytes.fill(0)
    expect(await rejection(() => writer.flush())).toBeInstanceOf(DamageFound)
    await writer.abandon().catch(() => {})
    expect((await findings(vault)).filter(one => one.severity === 'damage')).toEqual([])
  })

  test('a spooled file of many megabytes is stored and verified as a stream, and consumed', async () => {
    const { vault, path } = await newVault()
    const writer = vault.begin(ORGANIZATION, 'test')
    const parent = await writer.scope(null, 'space').add({
      id: 's',
      changeDigest: digestOf('s'),
      json: Buffer.from('{}'),
      parts: [],
    })
    const large = {
      text: Buffer.from('all work and no play '.repeat(500_000)),
      noise: randomBytes(10_000_000),
      small: Buffer.from('small'),
    }
    const stored = new Map<string, number>()
    for (const [key, bytes] of Object.entries(large)) {
      const file = join(writer.spoolFolder(), key)
      writeFileSync(file, bytes)
      const result = await writer.putBodyFile(parent, { key, name: 'bytes' }, file)
      expect(result).toMatchObject({ bytes: bytes.length, digest: digestOf(bytes) })
      expect(writer.findBody(parent, { key, name: 'bytes' })).toEqual({
        content: result.content,
        digest: result.digest,
      })
      stored.set(key, result.content)
    }
    await seal(writer)
    expect(await findings(vault)).toEqual([])
    const reader = openVault(path)
    for (const [key, bytes] of Object.entries(large)) {
      expect((await collect(reader.readStream(stored.get(key) ?? 0))).equals(bytes)).toBe(true)
    }
    reader.close()
  })

  test('a body is found at once, after a crash, and never under another parent', async () => {
    const { vault } = await newVault()
    const writer = vault.begin(ORGANIZATION, 'test')
    const scope = writer.scope(null, 'space')
    const item = { changeDigest: digestOf('x'), json: Buffer.from('{}'), parts: [] }
    const [a, b] = [await scope.add({ ...item, id: 'a' }), await scope.add({ ...item, id: 'b' })]
    const body = { key: 'doc1', name: 'markdown' }
    const put = await writer.putBody(a, body, Buffer.from('# hello'))
    expect(writer.findBody(a, body)).toEqual(put)
    expect(writer.findBody(b, body)).toBeNull()
    await writer.abandon()
    const resumed = vault.begin(ORGANIZATION, 'test')
    expect(resumed).toMatchObject({ id: writer.id, resumed: true })
    expect(resumed.findBody(a, body)).toEqual(put)
    expect([...vault.bodies(a)]).toEqual([{ ...body, ...put }])
  })

  test('bodies of which the vault has the bytes are found after a crash, but for the last hundred', async () => {
    const { vault, path } = await newVault()
    const writer = vault.begin(ORGANIZATION, 'test')
    const item = { id: 's', changeDigest: digestOf('x'), json: Buffer.from('{}'), parts: [] }
    const space = await writer.scope(null, 'space').add(item)
    await writer.putBody(space, { key: 'first', name: 'markdown' }, Buffer.from('# the same'))
    await writer.flush()
    for (let page = 0; page < 1000; page++)
      await writer.putBody(space, { key: `doc${page}`, name: 'markdown' }, Buffer.from('# the same'))
    // What whoever opens the vault after a kill would find.
    const reader = openVault(path)
    expect([...reader.bodies(space)].length).toBeGreaterThan(900)
    reader.close()
  })
})

function stored(path: string): { bytes: number; depth: number } {
  const db = new Database(join(path, 'catalog.db'), { readonly: true })
  const row = db
    .prepare<[], { bytes: number; depth: number }>(
      'SELECT sum(ifnull(stored, length(data))) AS bytes, max(depth) AS depth FROM block',
    )
    .get()
  db.close()
  return row ?? { bytes: 0, depth: 0 }
}

async function putAll(writer: SnapshotWriter, steps: readonly Step[]) {
  const put: { content: number; bytes: Buffer }[] = []
  for (const step of steps) {
    const base = 'to' in step && put.length > 0 ? put[step.to % put.length] : undefined
    const bytes = bytesOf(step, base?.bytes ?? Buffer.from('x'))
    const options = base && step.shape === 'similar' ? { base: base.content } : {}
    const { content, digest } = await writer.put(bytes, options)
    expect(digest).toBe(digestOf(bytes))
    put.push({ content, bytes })
    if (put.length % 9 === 0) await writer.flush()
  }
  return put
}

function bytesOf(step: Step, base: Buffer): Buffer {
  if ('size' in step) {
    if (step.shape === 'random') return randomBytes(step.size)
    return Buffer.from(`the quick brown fox ${randomBytes(2).toString('hex')} `.repeat(step.size / 20))
  }
  if (step.shape === 'duplicate') return Buffer.from(base)
  const half = base.length / 2
  return Buffer.concat([base.subarray(0, half), randomBytes(3), base.subarray(half)])
}

async function collect(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
