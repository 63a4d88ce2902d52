/**
 * The payload of an age file (https://age-encryption.org/v1, "Payload"): chunks of 64 KiB, each sealed with ChaCha20-Poly1305 by
 * the cipher that Node comes with. The library's own is JavaScript; header, file key and nonce stay the library's.
 */
import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'

const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
export const NONCE_BYTES = 16
/** Of a payload that holds nothing. */
export const EMPTY_BYTES = TAG_BYTES
const CIPHER = 'chacha20-poly1305'

/** `nonce`: of the payload. */
export interface PayloadKey {
  fileKey: Uint8Array
  nonce: Uint8Array
}

export function sealPayload(key: PayloadKey, plain: Uint8Array): Buffer {
  const own = chunkKey(key)
  const chunks: Buffer[] = []
  for (let [start, index] = [0, 0]; start === 0 || start < plain.length; start += CHUNK_BYTES, index++) {
    const isLast = start + CHUNK_BYTES >= plain.length
    const cipher = createCipheriv(CIPHER, own, nonceOf(index, isLast), { authTagLength: TAG_BYTES })
    chunks.push(
      cipher.update(plain.subarray(start, start + CHUNK_BYTES)),
      cipher.final(),
      cipher.getAuthTag(),
    )
  }
  return Buffer.concat(chunks)
}

/** Throws where any byte is not as it was sealed, or the end is missing. */
export function openPayload(key: PayloadKey, sealed: Uint8Array): Buffer {
  const own = chunkKey(key)
  const chunks: Buffer[] = []
  const step = CHUNK_BYTES + TAG_BYTES
  for (let [start, index] = [0, 0]; start === 0 || start < sealed.length; start += step, index++) {
    const chunk = sealed.subarray(start, start + step)
    const isLast = start + step >= sealed.length
    // Only a payload that holds nothing ends with an empty chunk.
    if (chunk.length < TAG_BYTES || (chunk.length === TAG_BYTES && index > 0))
      throw new Error('the payload is cut off')
    const end = chunk.length - TAG_BYTES
    const decipher = createDecipheriv(CIPHER, own, nonceOf(index, isLast), { authTagLength: TAG_BYTES })
    decipher.setAuthTag(chunk.subarray(end))
    chunks.push(decipher.update(chunk.subarray(0, end)), decipher.final())
  }
  return Buffer.concat(chunks)
}

function chunkKey({ fileKey, nonce }: PayloadKey): Buffer {
  return Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32))
}

/** Eleven bytes that count, big-endian, and one that marks the last chunk. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(index, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}
