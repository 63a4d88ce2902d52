/**
 * Links of a page whose targets could not keep their paths follow them. What cannot be rewritten is told, since it would
 * lead to somebody else's page.
 */
import { posix } from 'node:path'
import {
  decodeTarget,
  encodeTarget,
  type Rewritten,
  rewriteTargets,
} from '../dialect/links/rewrite-targets.ts'
import { isAddress } from './resolve.ts'

export interface Moved {
  /** Where the page's links were written for. */
  from: string
  /** Where it stands now. */
  to: string
  moves: ReadonlyMap<string, string>
}

export function followMoves(markdown: Buffer, moved: Moved): Rewritten {
  return rewriteTargets(markdown, written => retarget(written, moved))
}

/** Null: the target is none of what moved. */
function retarget(written: string, { from, to, moves }: Moved): string | null {
  if (isAddress(written)) return null
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(written) ?? []
  const absolute = path.startsWith('/')
  const place = (spelling: string): string =>
    absolute ? posix.join('.', spelling.replace(/^\/+/, '')) : posix.join(posix.dirname(from), spelling)
  const target = [decodeTarget(path), path].map(place).flatMap(placed => moves.get(placed) ?? [])[0]
  if (target === undefined) return null
  return encodeTarget(absolute ? `/${target}` : posix.relative(posix.dirname(to), target)) + rest
}
