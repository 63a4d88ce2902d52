/** The frames of `aws-chunked` bodies: each chunk signed with the signature before it, and headers at the end. */
import { S3Error } from '../errors.ts'
import { sameText, sha256, signText } from './signature.ts'

export interface ChunkSigning {
  key: Buffer
  time: string
  scope: string
  /** The signature of the request's headers. */
  seed: string
}

export interface Unframed {
  body: Buffer
  trailers: Record<string, string>
}

/** Without `signing`, chunks carry no signatures: STREAMING-UNSIGNED-PAYLOAD-TRAILER. */
export function unframe(framed: Buffer, signing: ChunkSigning | null, trailing: boolean): Unframed {
  const chunks: Buffer[] = []
  let previous = signing?.seed ?? ''
  let at = 0
  for (;;) {
    const end = framed.indexOf('\r\n', at)
    const [size = '', signature] =
      end < 0 ? [] : framed.toString('latin1', at, end).split(';chunk-signature=')
    if (!/^[0-9a-fA-F]+$/.test(size)) throw incomplete()
    const length = Number.parseInt(size, 16)
    const chunk = framed.subarray(end + 2, end + 2 + length)
    if (chunk.length < length) throw incomplete()
    if (signing !== null) previous = verified(signature, chunkText(signing, previous, chunk), signing)
    chunks.push(chunk)
    at = end + 2 + length
    if (length === 0) break
    if (framed.toString('latin1', at, at + 2) !== '\r\n') throw incomplete()
    at += 2
  }
  const trailers = trailing ? readTrailers(framed.toString('latin1', at), signing, previous) : {}
  return { body: Buffer.concat(chunks), trailers }
}

function readTrailers(text: string, signing: ChunkSigning | null, previous: string): Record<string, string> {
  const lines = text.split(/\r?\n/).filter(line => line !== '')
  const pairs = lines.map(line => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ])
  const trailers: Record<string, string> = Object.fromEntries(pairs)
  const { 'x-amz-trailer-signature': signature, ...rest } = trailers
  if (signing !== null) {
    const canonical = Object.entries(rest)
      .sort()
      .map(([name, value]) => `${name}:${value}\n`)
      .join('')
    const { time, scope } = signing
    verified(
      signature,
      ['AWS4-HMAC-SHA256-TRAILER', time, scope, previous, sha256(canonical)].join('\n'),
      signing,
    )
  }
  return rest
}

function chunkText({ time, scope }: ChunkSigning, previous: string, chunk: Buffer): string {
  return ['AWS4-HMAC-SHA256-PAYLOAD', time, scope, previous, sha256(''), sha256(chunk)].join('\n')
}

function verified(signature: string | undefined, text: string, { key }: ChunkSigning): string {
  const expected = signText(key, text)
  if (signature === undefined || !sameText(signature, expected))
    throw new S3Error('SignatureDoesNotMatch', 'A chunk is not signed as the request is.')
  return expected
}

const incomplete = (): S3Error => new S3Error('IncompleteBody', 'The request body terminated unexpectedly')
