/** Bytes that are text, masked in the encoding that they are in. What is no text stays: nobody can tell what it shows. */

/** More of these than one in so many signs, and it is no text. */
const MOST_CONTROLS = 100
const CONTROLS = /[^\P{Cc}\s\u0080-\u009f]/gu
/** Node has no longer strings. */
const MOST_BYTES = 256 * 1024 ** 2

/** Null: it is no text. */
export function maskBytes(bytes: Buffer, mask: (text: string) => string): Buffer | null {
  const encoding = encodingOf(bytes)
  if (encoding === null) return null
  const text = bytes.toString(encoding)
  const masked = mask(text)
  return masked === text ? bytes : Buffer.from(masked, encoding)
}

function encodingOf(bytes: Buffer): 'utf8' | 'utf16le' | 'latin1' | null {
  if (bytes.length > MOST_BYTES) return null
  if (bytes[0] === 0xff && bytes[1] === 0xfe && bytes.length % 2 === 0) return 'utf16le'
  if (bytes.includes(0)) return null
  if (isUtf8(bytes)) return 'utf8'
  // Old tables and texts: whatever alphabet it was, addresses and most names are ASCII.
  const controls = bytes.toString('latin1').match(CONTROLS)?.length ?? 0
  return controls * MOST_CONTROLS > bytes.length ? null : 'latin1'
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
