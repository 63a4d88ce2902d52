/**
 * One thing that two sides may have changed; undefined = it is not there.
 */
export interface Choice<T> {
  value: T
  /** Both changed it, and differently. */
  conflicted: boolean
}

export function threeWay<T>(
  base: T | undefined,
  main: T | undefined,
  draft: T | undefined,
  same: (left: T, right: T) => boolean,
): Choice<T | undefined> {
  const equal = (left: T | undefined, right: T | undefined) =>
    left === undefined || right === undefined ? left === right : same(left, right)
  if (equal(main, draft) || equal(base, draft)) return { value: main, conflicted: false }
  if (equal(base, main)) return { value: draft, conflicted: false }
  return { value: draft ?? main, conflicted: true }
}
