/**
 * Width and height of an image, read from the header of PNG, GIF, JPEG and SVG; null for everything else.
 */
export interface ImageSize {
  width: number
  height: number
}

const SVG_HEAD_BYTES = 4096

export function imageSizeOf(bytes: Buffer): ImageSize | null {
  if (bytes.length >= 24 && bytes.readUInt32BE(0) === 0x89504e47) {
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  }
  if (bytes.length >= 10 && bytes.toString('latin1', 0, 3) === 'GIF') {
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  }
  if (bytes.length >= 4 && bytes.readUInt16BE(0) === 0xffd8) return jpegSize(bytes)
  return svgSize(bytes.toString('utf8', 0, SVG_HEAD_BYTES))
}

function jpegSize(bytes: Buffer): ImageSize | null {
  let at = 2
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    if (isFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += 2 + Math.max(2, bytes.readUInt16BE(at + 2))
  }
  return null
}

/** SOF0…SOF15 without the tables that share their range. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function svgSize(text: string): ImageSize | null {
  const tag = /<svg\b[^>]*>/.exec(text)?.[0]
  if (tag === undefined) return null
  const [width, height] = [numberIn(tag, 'width'), numberIn(tag, 'height')]
  if (width !== null && height !== null) return { width, height }
  const box = /\bviewBox\s*=\s*["']\s*[\d.-]+[\s,]+[\d.-]+[\s,]+([\d.]+)[\s,]+([\d.]+)/.exec(tag)
  return box === null ? null : { width: Number(box[1]), height: Number(box[2]) }
}

function numberIn(tag: string, name: string): number | null {
  const text = new RegExp(`\\s${name}\\s*=\\s*["']\\s*([\\d.]+)(?:px)?\\s*["']`).exec(tag)?.[1]
  return text === undefined ? null : Number(text)
}
