/**
 * The small organization that every golden vault holds, as two nights of it. Never changed: vaults of old formats were
 * made from it by the code of their time, which this file has to run with.
 */
import { createHash } from 'node:crypto'

export interface GoldenPage {
  title: string
  text: string
}

export interface GoldenNight {
  pages: Record<string, GoldenPage>
  /** Null: the list could not be read. */
  members: Record<string, string> | null
}

export const GOLDEN = { id: 'org-golden', title: 'Golden' }
export const SPACE = 'space-handbook'
export const FILE = 'file-plan'
/** Larger than `INLINE_LIMIT_BYTES`, and does not get smaller: kept as a file. */
export const FILE_BYTES = noise(9000)
export const INLINE_LIMIT_BYTES = 8192
export const FIRST_NIGHT = Date.parse('2026-11-20T02:00:00Z')
export const DAY_MS = 86_400_000

/** The second night has a page edited (a delta), one removed, one new, and a gap. */
export const NIGHTS: readonly [GoldenNight, GoldenNight] = [
  { pages: pages(''), members: { ada: 'admin', bob: 'reader' } },
  { pages: secondPages(), members: null },
]

function pages(addition: string): Record<string, GoldenPage> {
  const made: Record<string, GoldenPage> = {}
  for (let id = 1; id <= 6; id++) {
    const text = `# Page ${id}\n\n${paragraphs(id)}${id === 1 ? addition : ''}`
    made[`page-${id}`] = { title: `Page ${id}`, text }
  }
  return made
}

function secondPages(): Record<string, GoldenPage> {
  const { 'page-3': _, ...rest } = pages(
    'One sentence that was not there on the night before: déjà vu, 設定.\n',
  )
  return { ...rest, 'page-7': { title: 'Page 7', text: '# Page 7\n\nNew.\n' } }
}

function paragraphs(id: number): string {
  const words =
    noise(600 * id)
      .toString('hex')
      .match(/.{1,7}/g) ?? []
  return `${words.join(' ')}\n`
}

/** The same bytes every time. */
function noise(bytes: number): Buffer {
  const parts: Buffer[] = []
  for (let count = 0; count * 32 < bytes; count++)
    parts.push(createHash('sha256').update(`${bytes} ${count}`).digest())
  return Buffer.concat(parts).subarray(0, bytes)
}
