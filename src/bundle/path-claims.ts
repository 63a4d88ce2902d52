/**
 * Which paths of a bundle are in use. No two are one path where a file system ignores case, Unicode normal forms or
 * invisible characters, and none needs a folder where a file is. Known paths are reserved first: the first keeps its name.
 */
import { posix } from 'node:path'
import { INVISIBLE, numbered } from './safe-path.ts'

export interface PathClaims {
  /**
   * Keeps generated paths off it. False if it is in use in another spelling, needs a folder where a file is, or the
   * other way round. The same spelling may be reserved again: its contents may be equal.
   */
  reserve(path: string): boolean
  /** The path itself or the first numbered one that is free; reserves it. */
  generate(path: string, style: 'file' | 'page'): string
}

export function makePathClaims(): PathClaims {
  /** As they are spelled. */
  const files = new Map<string, string>()
  const folders = new Set<string>()
  const fits = (path: string): boolean =>
    !folders.has(keyOf(path)) && !foldersOf(path).some(folder => files.has(keyOf(folder)))
  const take = (path: string): void => {
    files.set(keyOf(path), path)
    for (const folder of foldersOf(path)) folders.add(keyOf(folder))
  }
  const reserve = (path: string): boolean => {
    if (!fits(path) || (files.get(keyOf(path)) ?? path) !== path) return false
    take(path)
    return true
  }
  const generate = (path: string, style: 'file' | 'page'): string => {
    const wanted = movedFromFiles(path, files)
    let unique = wanted
    for (let n = 1; files.has(keyOf(unique)) || !fits(unique); n++) unique = numbered(wanted, n, style)
    take(unique)
    return unique
  }
  return { reserve, generate }
}

/** A folder that cannot be made since a file has its name gets another one. */
function movedFromFiles(path: string, files: ReadonlyMap<string, string>): string {
  const names = path.split('/')
  let made = ''
  for (const name of names.slice(0, -1)) {
    const wanted = posix.join(made, name)
    made = wanted
    for (let n = 1; files.has(keyOf(made)); n++) made = numbered(wanted, n, 'page')
  }
  return posix.join(made, names.at(-1) ?? '')
}

function foldersOf(path: string): string[] {
  const names = path.split('/')
  return names.slice(1).map((_, n) => names.slice(0, n + 1).join('/'))
}

/** Equal for paths that some file system takes for one. Lower case first: `ẞ` has no upper case, and `ß` is its lower. */
export function keyOf(path: string): string {
  const visible = path.replaceAll(INVISIBLE, '')
  return visible.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC')
}
