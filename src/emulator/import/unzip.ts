/**
 * The files of an archive, unpacked in memory, or nothing of it: bounded by what its directory declares (nothing larger
 * is ever inflated), and no path in it leads out of it.
 */
import { posix } from 'node:path'
import { unzipSync } from 'fflate'
import type { FileTree, Found } from '../../bundle/folder.ts'
import { ApiError, badRequest } from '../protocol/api-error.ts'

const MAX_FILES = 20_000
const MAX_BYTES = 256 * 1024 * 1024

type Folder = Map<string, { name: string; isFolder: boolean }>

/** 400 for what is no archive, too large, or cannot be put into a folder. */
export function treeOfArchive(archive: Uint8Array): FileTree {
  const files = withoutWrapping(inflate(archive))
  const folders = foldersOf(files.keys())
  for (const path of files.keys())
    if (folders.has(path)) throw badRequest(`the archive cannot be unpacked: ${path} is a file and a folder`)
  const find = (path: string): Found => {
    const bytes = files.get(path)
    if (bytes !== undefined) return { type: 'file', path, absolutePath: path, sizeBytes: bytes.length }
    return { type: folders.has(path.replace(/\/$/, '')) ? 'folder' : 'missing', path }
  }
  return {
    name: '',
    find,
    list: path => [...(folders.get(path)?.values() ?? [])],
    read: path => Buffer.from(files.get(path) ?? []),
  }
}

const AT_ROOT = new Set(['SUMMARY.md', '.gitbook.yaml', 'book.json'])

/** Archives often have one folder around everything. */
function withoutWrapping(files: Map<string, Uint8Array>): Map<string, Uint8Array> {
  const paths = [...files.keys()]
  const [first = ''] = paths[0]?.split('/') ?? []
  const isWrapped = paths.every(path => path.startsWith(`${first}/`))
  if (!isWrapped || paths.some(path => AT_ROOT.has(path))) return files
  return new Map([...files].map(([path, bytes]) => [path.slice(first.length + 1), bytes]))
}

/** What each has, by path; the top is `.`. */
function foldersOf(paths: Iterable<string>): Map<string, Folder> {
  const folders = new Map<string, Folder>([['.', new Map()]])
  for (const path of paths) {
    let [child, isFolder] = [path, false]
    while (child !== '.') {
      const above = posix.dirname(child)
      const folder: Folder = folders.get(above) ?? new Map()
      const name = posix.basename(child)
      const isKnown = folder.has(name)
      folders.set(above, folder.set(name, { name, isFolder }))
      if (isKnown && isFolder) break
      ;[child, isFolder] = [above, true]
    }
  }
  return folders
}

function inflate(archive: Uint8Array): Map<string, Uint8Array> {
  let files = 0
  let bytes = 0
  try {
    const inflated = unzipSync(archive, {
      filter({ name, originalSize }) {
        if (name.endsWith('/')) return false
        if (isOutside(name)) throw badRequest(`the archive has a path that leads outside: ${name}`)
        files++
        bytes += originalSize
        if (files > MAX_FILES) throw badRequest(`the archive has more than ${MAX_FILES} files`)
        if (bytes > MAX_BYTES) throw badRequest(`the archive unpacks to more than ${MAX_BYTES} bytes`)
        return true
      },
    })
    return new Map(Object.entries(inflated).map(([path, file]) => [posix.normalize(path), file]))
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    throw badRequest(
      `what the url answered is not a zip archive (${cause instanceof Error ? cause.message : cause})`,
    )
  }
}

function isOutside(path: string): boolean {
  return /^[/\\]|^[A-Za-z]:|\\|\0/.test(path) || path.split('/').some(part => part === '..' || part === '.')
}
