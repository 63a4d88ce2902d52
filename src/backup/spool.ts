/**
 * Takes a download into memory when it is small, else into a file beside the vault, so that a run's memory does not
 * grow with the size of files. Asks for a fresh URL once when the first has expired; tries a cut one again.
 */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Platform } from '../platform/client.ts'
import { isExpired } from '../platform/download.ts'
import { InvalidResponse, TruncatedBody } from '../platform/errors.ts'
import type { BodyDownload } from '../resources/resource.ts'

/** Largest download kept in memory. */
const IN_MEMORY_BYTES = 1024 * 1024

export type Spooled = { bytes: Buffer } | { file: string }

export async function spoolDownload(
  platform: Platform,
  body: BodyDownload,
  folder: string,
): Promise<Spooled> {
  const attempt = (url: string) =>
    platform.repeat('download', () => spool(platform, url, body.sizeBytes, folder))
  try {
    return await attempt(body.url)
  } catch (error) {
    if (!body.refresh || !isExpired(error)) throw error
    return attempt(await body.refresh())
  }
}

async function spool(
  platform: Platform,
  url: string,
  sizeBytes: number | null,
  folder: string,
): Promise<Spooled> {
  const download = await platform.downloads.open(url)
  const expected = sizeBytes ?? download.sizeBytes
  if (sizeBytes === null) assertNoWebPage(download.contentType)
  const whole = expected === null ? download.body : exactly(download.body, expected)
  const counted = sizeBytes === null ? notEmpty(whole) : whole
  return sizeBytes === null || sizeBytes > IN_MEMORY_BYTES
    ? { file: await toFile(counted, folder) }
    : { bytes: await toMemory(counted) }
}

/** Where nothing else says what to expect: what a proxy or a login page answers is no picture. */
function assertNoWebPage(contentType: string | null): void {
  if (!contentType?.startsWith('text/html')) return
  throw new InvalidResponse('answered a web page instead of a picture', { operation: 'download' })
}

/** Where no record says what to expect, nothing at all is no picture, whatever the server announces. */
async function* notEmpty(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let received = 0
  for await (const chunk of body) {
    received += chunk.length
    yield chunk
  }
  if (received === 0) throw new TruncatedBody('the download is empty', { operation: 'download' })
}

/** Throws TruncatedBody at the end when the record of the file announced another size. */
async function* exactly(body: AsyncIterable<Buffer>, sizeBytes: number): AsyncGenerator<Buffer> {
  let received = 0
  for await (const chunk of body) {
    received += chunk.length
    if (received > sizeBytes) break
    yield chunk
  }
  if (received !== sizeBytes) {
    const message = `the download has ${received > sizeBytes ? 'more than' : received} of ${sizeBytes} bytes`
    throw new TruncatedBody(message, { operation: 'download' })
  }
}

async function toMemory(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function toFile(body: AsyncIterable<Buffer>, folder: string): Promise<string> {
  const file = join(folder, randomUUID())
  try {
    await pipeline(body, createWriteStream(file))
    return file
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
}
