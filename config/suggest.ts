/** What somebody most likely meant: names that are a slip of the fingers away, or right in all but their section. */

/** Beyond this share of its length a name is another one. */
const MOST_WRONG = 0.34
const MOST_EDITS = 3

/** Null where nothing is near. */
export function suggest(name: string, known: readonly string[]): string | null {
  const wanted = plain(name)
  const near = known
    .map(candidate => ({ candidate, edits: editsBetween(wanted, plain(candidate)) }))
    .filter(({ edits }) => edits <= Math.min(MOST_EDITS, wanted.length * MOST_WRONG))
    .sort((a, b) => a.edits - b.edits)
  if (near[0]) return near[0].candidate
  const last = lastPart(name)
  const elsewhere = known.filter(candidate => lastPart(candidate) === last)
  return elsewhere.length === 1 && elsewhere[0] !== undefined ? elsewhere[0] : null
}

/** `token_file`, `tokenfile` and `tokenFile` are the same to whoever types them. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '')
}

function lastPart(name: string): string {
  return plain(name.slice(name.lastIndexOf('.') + 1))
}

/** Of letters that are put in, left out, changed, or changed places with their neighbours. */
function editsBetween(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const at = (line: readonly number[], column: number) => line[column] ?? 0
      const same = a[i - 1] === b[j - 1]
      let least = Math.min(at(row, j) + 1, at(next, j - 1) + 1, at(row, j - 1) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, at(before, j - 2) + 1)
      next.push(least)
    }
    before = row
    row = next
  }
  return row.at(-1) ?? 0
}
