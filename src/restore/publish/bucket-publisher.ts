/**
 * Puts each zip into an S3-compatible bucket under a name that cannot be guessed, gives out an address signed for a
 * limited time, and deletes the object afterwards.
 */
import { randomBytes } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { request } from 'undici'
import { DocvaultError } from '../../model/errors.ts'
import type { BundlePublisher, PublishedBundle } from './publisher.ts'
import { presignedUrl, type S3Keys, signedHeaders, UNSIGNED } from './sign-v4.ts'

export interface BucketOptions extends S3Keys {
  /** Address of the bucket, e.g. `https://s3.example.com/bucket` or `https://bucket.s3.example.com`. */
  url: string
  expiresMs: number
  now?: () => number
}

const MOST_SECONDS = 7 * 24 * 60 * 60

export function openBucketPublisher(options: BucketOptions): BundlePublisher {
  const now = () => new Date((options.now ?? Date.now)())
  const base = options.url.replace(/\/$/, '')
  const left = new Set<URL>()
  const drop = async (url: URL): Promise<void> => {
    if (left.delete(url)) await send(options, { method: 'DELETE', url, zip: null }, now())
  }
  return {
    async publish(zip): Promise<PublishedBundle> {
      const url = new URL(`${base}/docvault-${randomBytes(32).toString('hex')}.zip`)
      await send(options, { method: 'PUT', url, zip }, now())
      left.add(url)
      const seconds = Math.min(MOST_SECONDS, Math.ceil(options.expiresMs / 1000))
      return { url: presignedUrl(options, url, seconds, now()), close: () => drop(url) }
    },
    async serve() {
      throw new DocvaultError('no-publisher', 'a bucket serves no Git repository')
    },
    async close() {
      for (const url of [...left]) await drop(url)
    },
  }
}

interface BucketRequest {
  method: 'PUT' | 'DELETE'
  url: URL
  /** File that is sent. */
  zip: string | null
}

async function send(keys: S3Keys, { method, url, zip }: BucketRequest, at: Date): Promise<void> {
  const extra =
    zip === null
      ? undefined
      : { 'content-type': 'application/zip', 'content-length': String(statSync(zip).size) }
  const headers = signedHeaders(
    keys,
    { method, url, payload: UNSIGNED, ...(extra ? { headers: extra } : {}) },
    at,
  )
  const body = zip === null ? null : createReadStream(zip)
  const answer = await request(url, { method, headers, body })
  const text = await answer.body.text()
  if (answer.statusCode < 300) return
  throw new DocvaultError('bucket', `${method} of a bundle: the bucket answered ${answer.statusCode}`, {
    hint: `check restore.bucket*; it said: ${text.slice(0, 200)}`,
  })
}
