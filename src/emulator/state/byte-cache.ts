/**
 * Serialised answers, least recently used first out, bounded by bytes.
 */
export interface ByteCache {
  /** Objects are keys by identity. */
  get(key: string | object, make: () => Buffer): Buffer
}

/** Keys of one page's answers, one for each way of asking; they die with the page. */
export type AnswerKeys = Record<string, object>

export function makeByteCache(maxBytes: number): ByteCache {
  const entries = new Map<string | object, Buffer>()
  let heldBytes = 0
  const evict = () => {
    for (const [key, bytes] of entries) {
      if (heldBytes <= maxBytes) return
      entries.delete(key)
      heldBytes -= bytes.length
    }
  }
  return {
    get(key, make) {
      const held = entries.get(key)
      if (held !== undefined) {
        entries.delete(key)
        entries.set(key, held)
        return held
      }
      const bytes = make()
      entries.set(key, bytes)
      heldBytes += bytes.length
      evict()
      return bytes
    },
  }
}
