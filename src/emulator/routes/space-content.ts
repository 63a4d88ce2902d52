/**
 * Current content of a space: docs/reference/operations.md, 4.11, and its reusable contents, by extensions.
 */
import type { Call } from '../protocol/call.ts'
import { param } from '../protocol/call.ts'
import type { Route } from '../protocol/route.ts'
import { currentRevision, getSpace } from '../state/space.ts'
import {
  type Pointed,
  readFile,
  readFiles,
  readPage,
  readPages,
  readReusableContent,
  readRevision,
} from './content-reads.ts'

const BASE = '/v1/spaces/{spaceId}/content'

export const spaceContentRoutes: readonly Route[] = [
  {
    name: 'getCurrentRevision',
    method: 'GET',
    path: BASE,
    handle: call => readRevision(call, current(call)),
  },
  {
    name: 'listPages',
    method: 'GET',
    path: `${BASE}/pages`,
    handle: call => readPages(call, current(call)),
  },
  {
    name: 'listFiles',
    method: 'GET',
    path: `${BASE}/files`,
    handle: call => readFiles(call, current(call)),
  },
  {
    name: 'getFileById',
    method: 'GET',
    path: `${BASE}/files/{fileId}`,
    handle: call => readFile(call, current(call)),
  },
  {
    name: 'getPageById',
    method: 'GET',
    path: `${BASE}/page/{pageId}`,
    handle: call => readPage(call, current(call)),
  },
  {
    name: 'getReusableContentById',
    method: 'GET',
    path: `${BASE}/reusable-contents/{reusableContentId}`,
    offer: 'extension',
    handle: call => readReusableContent(call, current(call)),
  },
]

function current(call: Call): Pointed {
  const space = getSpace(call.world, param(call, 'spaceId'))
  return { space, revision: currentRevision(space) }
}
