/** Where words end. */

const WORD_CHARACTER = /[\p{L}\p{N}\p{M}_]/u
/** Scripts that put no space between words: each of their characters stands for itself. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u

/** Whether what stands from `start` to `end` is no part of a longer word. */
export function isWholeWord(text: string, start: number, end: number): boolean {
  return (
    isBoundary(before(text, start), after(text, start)) && isBoundary(before(text, end), after(text, end))
  )
}

function isBoundary(left: string, right: string): boolean {
  if (!WORD_CHARACTER.test(left) || !WORD_CHARACTER.test(right)) return true
  return UNSPACED.test(left) || UNSPACED.test(right)
}

function after(text: string, at: number): string {
  const point = text.codePointAt(at)
  return point === undefined ? '' : String.fromCodePoint(point)
}

function before(text: string, at: number): string {
  const last = text.charCodeAt(at - 1)
  const isLowHalf = last >= 0xdc00 && last <= 0xdfff
  return isLowHalf ? after(text, at - 2) : text.charAt(at - 1)
}
