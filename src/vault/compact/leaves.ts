/**
 * In which order blocks are stored so that they fill the pages of the catalog. SQLite begins a new page for a row that has no
 * room on the last one, and rows of several hundred bytes leave a fifth of each page empty where they come as they come.
 */

/** Bytes of a page that cells may use. https://www.sqlite.org/fileformat2.html#b_tree_pages */
const PAGE_BYTES = 4096 - 8
/** Of a row beside its data: the record's header, its numbers, and the cell's. */
const ROW_BYTES = 32
/** A larger row lies on pages of its own for the most part. "fileformat2.html", 1.6: X, M, and K. */
const MOST_LOCAL = 4096 - 35
const LEAST_LOCAL = Math.floor(((4096 - 12) * 32) / 255) - 23

/** The same rows, those that share a page next to each other. Best fit decreasing. `bytesOf`: the row's data. */
export function inLeafOrder<Row>(rows: readonly Row[], bytesOf: (row: Row) => number): Row[] {
  const open = new OpenPages<Row>()
  const pages: Row[][] = []
  const sized = rows.map(row => ({ row, bytes: localBytes(bytesOf(row)) }))
  for (const { row, bytes } of sized.sort((a, b) => b.bytes - a.bytes)) {
    const found = open.takeFor(bytes)
    const page = found?.page ?? []
    if (page.length === 0) pages.push(page)
    page.push(row)
    open.put(page, (found?.room ?? PAGE_BYTES) - bytes)
  }
  return pages.flat()
}

/** By how many bytes each has left. Which numbers there are is a bit each, as most of them are not. */
class OpenPages<Row> {
  readonly #byRoom = Array.from({ length: PAGE_BYTES + 1 }, (): Row[][] => [])
  readonly #words = new Int32Array(PAGE_BYTES / 32 + 1)

  put(page: Row[], room: number): void {
    this.#byRoom[room]?.push(page)
    this.#mark(room)
  }

  /** The one with the least room that is enough. */
  takeFor(bytes: number): { page: Row[]; room: number } | null {
    const room = this.#leastFrom(bytes)
    const page = this.#byRoom[room]?.pop()
    if (page === undefined) return null
    this.#mark(room)
    return { page, room }
  }

  #mark(room: number): void {
    const bit = 1 << (room & 31)
    const word = this.#words[room >> 5] ?? 0
    this.#words[room >> 5] = this.#byRoom[room]?.length ? word | bit : word & ~bit
  }

  /** Of those that some page has; past all of them where none has. */
  #leastFrom(bytes: number): number {
    let at = bytes >> 5
    let word = (this.#words[at] ?? 0) & (-1 << (bytes & 31))
    while (word === 0 && ++at < this.#words.length) word = this.#words[at] ?? 0
    // The lowest bit alone: its number is 31 - clz32 of it. Of none it is past all of them.
    return at * 32 + 31 - Math.clz32(word & -word)
  }
}

function localBytes(bytes: number): number {
  const payload = bytes + ROW_BYTES
  if (payload <= MOST_LOCAL) return payload
  const fitting = LEAST_LOCAL + ((payload - LEAST_LOCAL) % (4096 - 4))
  return fitting <= MOST_LOCAL ? fitting : LEAST_LOCAL
}
