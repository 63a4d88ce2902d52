/**
 * The first of many for which something is so, where it is so for all behind it: by few questions, each of which takes long, and of
 * those near the beginning first.
 */

/** Index; null where it is so for none. `isSo` is asked of each once at most, of 2·log2(count) + 1 at most. */
export async function firstOf(
  count: number,
  isSo: (index: number) => Promise<boolean>,
): Promise<number | null> {
  let no = -1
  for (let step = 1; no < count - 1; step *= 2) {
    const at = Math.min(no + step, count - 1)
    if (await isSo(at)) return firstBetween(no, at, isSo)
    no = at
  }
  return null
}

async function firstBetween(
  no: number,
  yes: number,
  isSo: (index: number) => Promise<boolean>,
): Promise<number> {
  if (yes - no === 1) return yes
  const middle = no + Math.floor((yes - no) / 2)
  return (await isSo(middle)) ? firstBetween(no, middle, isSo) : firstBetween(middle, yes, isSo)
}
