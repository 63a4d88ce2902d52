/**
 * Finds the operation that a method and a path name.
 */
import { TrieRouter } from 'hono/router/trie-router'
import type { Route } from './route.ts'

export interface Match {
  route: Route
  /** Decoded; the same object for the same path. */
  params: Record<string, string>
}

/** Looking one up is a good part of what a page read costs, so what was found is remembered. */
const MAX_REMEMBERED = 2000

/** The matcher answers null for an unknown path and for a path that is not valid percent-encoding. */
export function makeRouter(routes: readonly Route[]): (method: string, path: string) => Match | null {
  const router = new TrieRouter<Route>()
  for (const route of [...routes].sort(fixedFirst)) router.add(route.method, honoPath(route.path), route)
  const found = new Map<string, Match>()
  return (method, path) => {
    const key = `${method} ${path}`
    const known = found.get(key)
    if (known !== undefined) return known
    const match = matchIn(router, method, path)
    if (match === null) return null
    if (found.size >= MAX_REMEMBERED) found.clear()
    found.set(key, match)
    return match
  }
}

function matchIn(router: TrieRouter<Route>, method: string, path: string): Match | null {
  const [matches, stash] = router.match(method, path)
  const [first] = matches
  if (first === undefined) return null
  const params = decodeParams(first[1], stash)
  return params === null ? null : { route: first[0], params }
}

function honoPath(path: string): string {
  return path.replace(/\{(\w+)\+\}/g, ':$1{.+}').replace(/\{(\w+)\}/g, ':$1')
}

/** `versions/latest` must win over `versions/{versionId}`, and the router prefers what was added first. */
function fixedFirst(a: Route, b: Route): number {
  const [left, right] = [a.path.replaceAll('{', '\uffff'), b.path.replaceAll('{', '\uffff')]
  return left < right ? -1 : left > right ? 1 : 0
}

function decodeParams(
  raw: Record<string, string | number>,
  stash: readonly string[] | undefined,
): Record<string, string> | null {
  const params: Record<string, string> = {}
  try {
    for (const [name, value] of Object.entries(raw)) {
      params[name] = decodeURIComponent(typeof value === 'number' ? (stash?.[value] ?? '') : value)
    }
    return params
  } catch {
    return null
  }
}
