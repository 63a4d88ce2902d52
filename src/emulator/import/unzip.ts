/**
 * Unpacks an archive into a folder, or nothing of it: bounded by what its directory declares (nothing larger is ever
 * inflated), and no path in it leads out of the folder.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import { ApiError, badRequest } from '../protocol/api-error.ts'

const MAX_FILES = 20_000
const MAX_BYTES = 256 * 1024 * 1024

/** Answers the paths. */
export function unzipInto(folder: string, archive: Uint8Array): string[] {
  const files = Object.entries(inflate(archive))
  try {
    for (const above of new Set(files.map(([path]) => dirname(path))))
      mkdirSync(join(folder, above), { recursive: true })
    for (const [path, bytes] of files) writeFileSync(join(folder, path), bytes)
  } catch (cause) {
    throw badRequest(`the archive cannot be unpacked: ${cause instanceof Error ? cause.message : cause}`)
  }
  return files.map(([path]) => path)
}

function inflate(archive: Uint8Array): Record<string, Uint8Array> {
  let files = 0
  let bytes = 0
  try {
    return unzipSync(archive, {
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
