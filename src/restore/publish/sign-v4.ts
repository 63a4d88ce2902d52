/**
 * AWS Signature Version 4, as S3-compatible stores want it: a signed PUT, and a GET address signed in its query. Pure.
 */
import { createHash, createHmac } from 'node:crypto'

export interface S3Keys {
  accessKeyId: string
  secretAccessKey: string
  region: string
}

interface RequestToSign {
  method: string
  url: URL
  /** SHA-256 of the body, or UNSIGNED. */
  payload: string
  headers?: Readonly<Record<string, string>>
}

const SERVICE = 's3'
const ALGORITHM = 'AWS4-HMAC-SHA256'
export const UNSIGNED = 'UNSIGNED-PAYLOAD'

/** Headers that make a request to `url` valid, `host` left to the client. */
export function signedHeaders(keys: S3Keys, request: RequestToSign, at: Date): Record<string, string> {
  const stamp = stampOf(at)
  const headers: Record<string, string> = {
    ...request.headers,
    'x-amz-content-sha256': request.payload,
    'x-amz-date': stamp,
  }
  const signed = { ...headers, host: request.url.host }
  const canonical = canonicalRequest({ ...request, headers: signed })
  const scope = scopeOf(keys, stamp)
  const signature = sign(keys, stamp, `${ALGORITHM}\n${stamp}\n${scope}\n${sha256(canonical)}`)
  const authorization = `${ALGORITHM} Credential=${keys.accessKeyId}/${scope}, SignedHeaders=${signedNames(signed).join(';')}, Signature=${signature}`
  return { ...headers, authorization }
}

/** Whoever has the address can fetch the object until it expires. */
export function presignedUrl(keys: S3Keys, url: URL, expiresSeconds: number, at: Date): string {
  const stamp = stampOf(at)
  const scope = scopeOf(keys, stamp)
  const signed = new URL(url)
  const query = {
    'X-Amz-Algorithm': ALGORITHM,
    'X-Amz-Credential': `${keys.accessKeyId}/${scope}`,
    'X-Amz-Date': stamp,
    'X-Amz-Expires': String(expiresSeconds),
    'X-Amz-SignedHeaders': 'host',
  }
  for (const [name, value] of Object.entries(query)) signed.searchParams.set(name, value)
  const canonical = canonicalRequest({
    method: 'GET',
    url: signed,
    headers: { host: url.host },
    payload: UNSIGNED,
  })
  const signature = sign(keys, stamp, `${ALGORITHM}\n${stamp}\n${scope}\n${sha256(canonical)}`)
  return `${signed.origin}${signed.pathname}?${canonicalQuery(signed)}&X-Amz-Signature=${signature}`
}

function signedNames(headers: Readonly<Record<string, string>>): string[] {
  return Object.keys(headers).sort()
}

function canonicalRequest({ method, url, headers, payload }: Required<RequestToSign>): string {
  const names = signedNames(headers)
  const lines = names.map(name => `${name}:${(headers[name] ?? '').trim()}\n`).join('')
  return [method, url.pathname, canonicalQuery(url), lines, names.join(';'), payload].join('\n')
}

function canonicalQuery(url: URL): string {
  const pairs = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`)
  return pairs.sort().join('&')
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function scopeOf({ region }: S3Keys, stamp: string): string {
  return `${stamp.slice(0, 8)}/${region}/${SERVICE}/aws4_request`
}

function sign({ secretAccessKey, region }: S3Keys, stamp: string, text: string): string {
  const day = hmac(`AWS4${secretAccessKey}`, stamp.slice(0, 8))
  return hmac(hmac(hmac(hmac(day, region), SERVICE), 'aws4_request'), text).toString('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function stampOf(at: Date): string {
  return at.toISOString().replace(/[:-]|\.\d{3}/g, '')
}
