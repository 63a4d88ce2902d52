/** One request as the routes see it, and what they answer. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Credential } from './auth/credentials.ts'
import { S3Error } from './errors.ts'
import type { Bucket } from './state/bucket.ts'
import { renderXml, type Xml } from './xml.ts'

export interface Exchange {
  bucketName: string
  key: string
  query: Map<string, string>
  headers: IncomingHttpHeaders
  /** Decoded: without the frames of aws-chunked. */
  body: Buffer
  /** Trailing headers, where the body had some. */
  trailers: Record<string, string>
  credential: Credential
  store: StoreState
  now: number
}

export interface Answer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

export interface StoreState {
  buckets: Map<string, Bucket>
  /** Lists answer from these copies while they are here. */
  frozen: Map<string, Bucket> | null
  /** Counts up: versions that were written later have a greater one. */
  nextVersion: number
  limitBytes: number
}

const NAMESPACE = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"'

export function answerXml(root: string, content: Xml, headers: Record<string, string> = {}): Answer {
  const body = Buffer.from(renderXml(`${root} ${NAMESPACE}`, content))
  return { status: 200, headers: { 'content-type': 'application/xml', ...headers }, body }
}

export function answerEmpty(status: number, headers: Record<string, string> = {}): Answer {
  return { status, headers, body: Buffer.alloc(0) }
}

export function bucketOf(exchange: Exchange): Bucket {
  const bucket = exchange.store.buckets.get(exchange.bucketName)
  if (bucket === undefined) throw new S3Error('NoSuchBucket', 'The specified bucket does not exist')
  return bucket
}

export function headerOf(exchange: Exchange, name: string): string | undefined {
  const value = exchange.headers[name]
  return Array.isArray(value) ? value.join(',') : value
}

/** S3 knows whole seconds. */
export function isoTime(time: number): string {
  return new Date(Math.floor(time / 1000) * 1000).toISOString()
}
