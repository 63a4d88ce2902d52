/** Digests that a client sends along with a body, in headers or behind it. */
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { S3Error } from '../errors.ts'

export type ChecksumName = 'SHA256' | 'SHA1' | 'CRC32'
export type Checksums = Partial<Record<ChecksumName, string>>

const COMPUTED: Record<ChecksumName, (body: Buffer) => string> = {
  SHA256: body => createHash('sha256').update(body).digest('base64'),
  SHA1: body => createHash('sha1').update(body).digest('base64'),
  CRC32: body => {
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return sum.toString('base64')
  },
}

export const CHECKSUM_NAMES = Object.keys(COMPUTED) as ChecksumName[]

export function md5(body: Buffer): string {
  return createHash('md5').update(body).digest('hex')
}

/** What the client sent, compared with the body. */
export function assertDigests(body: Buffer, headers: Record<string, string | undefined>): Checksums {
  const sent = headers['content-md5']
  if (sent !== undefined) {
    const digest = Buffer.from(sent, 'base64')
    if (digest.length !== 16) throw new S3Error('InvalidDigest', 'The Content-MD5 you specified was invalid.')
    if (digest.toString('hex') !== md5(body))
      throw new S3Error('BadDigest', 'The Content-MD5 you specified did not match what we received.')
  }
  const found: Checksums = {}
  for (const name of CHECKSUM_NAMES) {
    const value = headers[`x-amz-checksum-${name.toLowerCase()}`]
    if (value === undefined) continue
    if (value !== COMPUTED[name](body))
      throw new S3Error('BadDigest', `The ${name} you specified did not match the calculated checksum.`)
    found[name] = value
  }
  return found
}

/** Requests that lock or delete have to say what they carry. */
export function assertDigestSent(
  headers: Record<string, string | string[] | undefined>,
  message: string,
): void {
  const names = Object.keys(headers)
  if (!names.some(name => name === 'content-md5' || /^x-amz-checksum-(sha|crc)/.test(name)))
    throw new S3Error('InvalidRequest', message)
}
