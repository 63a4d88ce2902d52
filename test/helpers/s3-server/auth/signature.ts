/** AWS Signature Version 4: what a client must have signed, and with what. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export interface SignedParts {
  method: string
  /** As it came, with its escapes. */
  rawPath: string
  rawQuery: string
  headers: Record<string, string>
  signedHeaders: string[]
  payloadHash: string
}

export interface Scope {
  /** `20130524T000000Z` */
  time: string
  /** `20130524/us-east-1/s3/aws4_request` */
  scope: string
}

export const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

export function signingKey(secret: string, scope: string): Buffer {
  return scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`) as Buffer
}

export function signText(key: Buffer, text: string): string {
  return hmac(key, text).toString('hex')
}

export function signRequest(parts: SignedParts, { time, scope }: Scope, key: Buffer): string {
  return signText(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonicalRequest(parts))].join('\n'))
}

export function sameText(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))
}

function canonicalRequest(parts: SignedParts): string {
  const headers = parts.signedHeaders.map(
    name => `${name}:${(parts.headers[name] ?? '').trim().replace(/ +/g, ' ')}\n`,
  )
  return [
    parts.method,
    encodePath(parts.rawPath),
    canonicalQuery(parts.rawQuery),
    headers.join(''),
    parts.signedHeaders.join(';'),
    parts.payloadHash,
  ].join('\n')
}

function encodePath(rawPath: string): string {
  return decodeURIComponent(rawPath).split('/').map(encodeText).join('/')
}

function canonicalQuery(rawQuery: string): string {
  return parseQuery(rawQuery)
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encodeText(name), encodeText(value)] as const)
    .sort(([left, leftValue], [right, rightValue]) => order(left, right) || order(leftValue, rightValue))
    .map(pair => pair.join('='))
    .join('&')
}

const order = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

export function parseQuery(rawQuery: string): [string, string][] {
  return rawQuery
    .split('&')
    .filter(part => part !== '')
    .map(part => {
      const [name = '', ...value] = part.split('=')
      return [decodePart(name), decodePart(value.join('='))]
    })
}

const decodePart = (text: string): string => decodeURIComponent(text.replaceAll('+', '%20'))

function encodeText(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
