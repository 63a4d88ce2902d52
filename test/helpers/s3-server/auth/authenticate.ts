/** Who sent a request, proven by its signature in a header or in its address, and what its body is. */
import { S3Error } from '../errors.ts'
import { type ChunkSigning, type Unframed, unframe } from './chunked.ts'
import type { Credential } from './credentials.ts'
import { parseQuery, sameText, sha256, signingKey, signRequest } from './signature.ts'

export interface RawRequest {
  method: string
  rawPath: string
  rawQuery: string
  headers: Record<string, string>
  body: Buffer
}

export interface Authenticated extends Unframed {
  credential: Credential
}

interface Claim {
  keyId: string
  scope: string
  time: string
  signedHeaders: string[]
  signature: string
  payloadHash: string
  /** How long after `time` it holds; null: as far as clocks may differ. */
  expiresSeconds: number | null
}

const SKEW_MS = 15 * 60_000

export function authenticate(request: RawRequest, credentials: Credential[], now: number): Authenticated {
  const claim = readClaim(request)
  const credential = credentials.find(({ id }) => id === claim.keyId)
  if (credential === undefined)
    throw new S3Error(
      'InvalidAccessKeyId',
      'The AWS Access Key Id you provided does not exist in our records.',
    )
  assertTimely(claim, now)
  assertSignedHeaders(request, claim)
  const key = signingKey(credential.secret, claim.scope)
  const expected = signRequest({ ...request, ...claim }, claim, key)
  if (!sameText(expected, claim.signature))
    throw new S3Error(
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided.',
    )
  return { credential, ...readBody(request, claim, { ...claim, key, seed: expected }) }
}

function readClaim(request: RawRequest): Claim {
  const header = request.headers.authorization
  if (header !== undefined) return claimOfHeader(header, request.headers)
  const query = new Map(parseQuery(request.rawQuery))
  const credential = query.get('X-Amz-Credential')
  if (credential === undefined) throw new S3Error('AccessDenied', 'Access Denied')
  return {
    ...splitCredential(credential),
    time: query.get('X-Amz-Date') ?? '',
    signedHeaders: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
    signature: query.get('X-Amz-Signature') ?? '',
    payloadHash: request.headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD',
    expiresSeconds: Number(query.get('X-Amz-Expires')),
  }
}

function claimOfHeader(header: string, headers: Record<string, string>): Claim {
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(header) ??
    []
  if (credential === undefined || signedHeaders === undefined || signature === undefined)
    throw new S3Error('InvalidRequest', 'Please use AWS4-HMAC-SHA256.')
  const payloadHash = headers['x-amz-content-sha256']
  if (payloadHash === undefined)
    throw new S3Error('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256')
  const time = headers['x-amz-date'] ?? ''
  return {
    ...splitCredential(credential),
    time,
    signedHeaders: signedHeaders.split(';'),
    signature,
    payloadHash,
    expiresSeconds: null,
  }
}

function splitCredential(credential: string): { keyId: string; scope: string } {
  const [keyId = '', ...scope] = credential.split('/')
  return { keyId, scope: scope.join('/') }
}

function assertTimely({ time, scope, expiresSeconds }: Claim, now: number): void {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time) ?? []
  const signedAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(signedAt) || !scope.startsWith(time.slice(0, 8)))
    throw new S3Error('AccessDenied', 'AWS authentication requires a valid Date or x-amz-date header')
  const lateMs = now - signedAt
  if (expiresSeconds !== null && lateMs > expiresSeconds * 1000)
    throw new S3Error('AccessDenied', 'Request has expired')
  if (lateMs < -SKEW_MS || (expiresSeconds === null && lateMs > SKEW_MS))
    throw new S3Error(
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
    )
}

/** What is not signed could have been put in by anybody. */
function assertSignedHeaders({ headers }: RawRequest, { signedHeaders }: Claim): void {
  const needed = Object.keys(headers).filter(name => name === 'host' || name.startsWith('x-amz-'))
  const missing = needed.filter(name => !signedHeaders.includes(name))
  if (missing.length > 0)
    throw new S3Error(
      'AccessDenied',
      `There were headers present in the request which were not signed: ${missing.join(', ')}`,
    )
}

function readBody(request: RawRequest, { payloadHash }: Claim, signing: ChunkSigning): Unframed {
  switch (payloadHash) {
    case 'UNSIGNED-PAYLOAD':
      return { body: request.body, trailers: {} }
    case 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD':
      return ofDeclaredLength(request, unframe(request.body, signing, false))
    case 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER':
      return ofDeclaredLength(request, unframe(request.body, signing, true))
    case 'STREAMING-UNSIGNED-PAYLOAD-TRAILER':
      return ofDeclaredLength(request, unframe(request.body, null, true))
    default:
      if (sha256(request.body) !== payloadHash)
        throw new S3Error(
          'XAmzContentSHA256Mismatch',
          "The provided 'x-amz-content-sha256' header does not match what was computed.",
        )
      return { body: request.body, trailers: {} }
  }
}

function ofDeclaredLength({ headers }: RawRequest, unframed: Unframed): Unframed {
  if (Number(headers['x-amz-decoded-content-length']) !== unframed.body.length)
    throw new S3Error(
      'IncompleteBody',
      'You did not provide the number of bytes specified by the Content-Length HTTP header.',
    )
  return unframed
}
