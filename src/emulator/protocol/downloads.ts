/**
 * `/_files/<handle>/<name>?token=…`: bytes behind signed URLs, with ranges. The bearer token means nothing here.
 */
import { isValidSignature } from '../state/file.ts'
import type { Download } from '../state/records/content.ts'
import type { World } from '../state/world.ts'
import { type Answer, errorAnswer } from './answer.ts'

export const DOWNLOAD_PATH = '/_files/'

export function download(
  world: World,
  path: string,
  query: URLSearchParams,
  range: string | undefined,
): Answer {
  const [handle = ''] = path.slice(DOWNLOAD_PATH.length).split('/')
  const found = world.downloads.get(handle)
  if (found === undefined) return errorAnswer(404, 'file not found')
  if (!found.public && !isValidSignature(world, handle, query.get('token') ?? ''))
    return errorAnswer(403, 'signature invalid or expired')
  return range === undefined ? whole(found) : part(found, range)
}

function whole({ bytes, contentType }: Download): Answer {
  return { status: 200, bytes: bytes(), contentType, headers: { 'accept-ranges': 'bytes' } }
}

function part(found: Download, range: string): Answer {
  const { contentType } = found
  const bytes = found.bytes()
  const match = /^bytes=(\d+)-(\d*)$/.exec(range)
  if (match === null) return whole(found)
  const start = Number(match[1])
  const end = match[2] === '' ? bytes.length - 1 : Math.min(Number(match[2]), bytes.length - 1)
  if (start > end) return { status: 416, headers: { 'content-range': `bytes */${bytes.length}` } }
  return {
    status: 206,
    bytes: bytes.subarray(start, end + 1),
    contentType,
    headers: { 'accept-ranges': 'bytes', 'content-range': `bytes ${start}-${end}/${bytes.length}` },
  }
}
