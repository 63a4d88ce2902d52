/**
 * Pictures that objects show by address: logos, icons, previews. Made from the seed and their name; the platform
 * serves them itself, and signs its own addresses anew in every answer.
 */
import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { publishDownload, signedUrl } from './file.ts'
import type { JsonObject } from './json-object.ts'
import type { World } from './world.ts'

const FILES = '/_files/'
const SIDE = 16

/** Signed; the part before `?` is the same every time. */
export function pictureUrl(world: World, name: string): string {
  const handle = publishDownload(world, `picture:${name}`, {
    bytes: () => png(`${world.signingKey}${name}`),
    contentType: 'image/png',
  })
  return signedUrl(world, handle, name.replaceAll('/', '-'))
}

/** An upload that is in no list of files. Its address needs no signature. */
export function addUpload(world: World, name: string, text: string): string {
  const bytes = Buffer.from(text)
  const handle = publishDownload(world, `upload:${name}`, {
    bytes: () => bytes,
    contentType: 'application/octet-stream',
    public: true,
  })
  return `${world.origin}${FILES}${handle}/${encodeURIComponent(name)}`
}

/** Wherever one of the platform's own addresses stands, a fresh one. */
export function withFreshAddresses(world: World, value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fresh(world, member)]))
}

function fresh(world: World, value: unknown): unknown {
  if (Array.isArray(value)) return value.map(item => fresh(world, item))
  if (typeof value === 'object' && value !== null) return withFreshAddresses(world, { ...value })
  if (typeof value !== 'string' || !value.startsWith(`${world.origin}${FILES}`)) return value
  const [handle = '', name = ''] = new URL(value).pathname.slice(FILES.length).split('/')
  return signedUrl(world, handle, decodeURIComponent(name))
}

/** One square of one colour. */
function png(seed: string): Uint8Array {
  const colour = createHash('sha256').update(seed).digest().subarray(0, 3)
  const row = Buffer.concat([Buffer.from([0]), ...Array<Buffer>(SIDE).fill(colour)])
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIDE, 0)
  header.writeUInt32BE(SIDE, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(Array<Buffer>(SIDE).fill(row)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
