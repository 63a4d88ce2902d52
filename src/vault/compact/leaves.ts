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
  const byRoom: Row[][][] = []
  const pages: Row[][] = []
  const sized = rows.map(row => ({ row, bytes: localBytes(bytesOf(row)) }))
  for (const { row, bytes } of sized.sort((a, b) => b.bytes - a.bytes)) {
    let room = bytes
    while (room <= PAGE_BYTES && (byRoom[room]?.length ?? 0) === 0) room++
    const page = byRoom[room]?.pop() ?? []
    if (page.length === 0) pages.push(page)
    page.push(row)
    const left = Math.min(room, PAGE_BYTES) - bytes
    const others = byRoom[left]
    if (others) others.push(page)
    else byRoom[left] = [page]
  }
  return pages.flat()
}

function localBytes(bytes: number): number {
  const payload = bytes + ROW_BYTES
  if (payload <= MOST_LOCAL) return payload
  const fitting = LEAST_LOCAL + ((payload - LEAST_LOCAL) % (4096 - 4))
  return fitting <= MOST_LOCAL ? fitting : LEAST_LOCAL
}
