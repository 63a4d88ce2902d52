/**
 * Which paths of a bundle are in use. Known paths are reserved first; generated ones keep off all of them, also
 * where a file system ignores case or Unicode normal forms, and never need a folder where a file is.
 */
import { posix } from 'node:path'
import { numbered } from './safe-path.ts'

export interface PathClaims {
  /** Keeps generated paths off it. False if it needs a folder where a file is, or the other way round. */
  reserve(path: string): boolean
  /** The path itself or the first numbered one that is free; reserves it. */
  generate(path: string, style: 'file' | 'page'): string
}

export function makePathClaims(): PathClaims {
  const files = new Set<string>()
  const folders = new Set<string>()
  const fits = (path: string): boolean =>
    !folders.has(keyOf(path)) && !foldersOf(path).some(folder => files.has(keyOf(folder)))
  const take = (path: string): void => {
    files.add(keyOf(path))
    for (const folder of foldersOf(path)) folders.add(keyOf(folder))
  }
  const reserve = (path: string): boolean => {
    if (!fits(path)) return false
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
function movedFromFiles(path: string, files: ReadonlySet<string>): string {
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

function keyOf(path: string): string {
  return path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')
}
