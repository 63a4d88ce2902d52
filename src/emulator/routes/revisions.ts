/**
 * Reads pinned to a revision, and bodies by their id: extensions (docs/development/platform.md#revisions).
 */
import type { Answer } from '../protocol/answer.ts'
import { okBytes } from '../protocol/answer.ts'
import { type Call, param } from '../protocol/call.ts'
import type { Route } from '../protocol/route.ts'
import { documentBytes } from '../state/body.ts'
import { getReusableContent } from '../state/reusable-content.ts'
import { getRevision, getSpace } from '../state/space.ts'
import {
  type Pointed,
  readFile,
  readFiles,
  readPage,
  readPages,
  readReusableContent,
  readRevision,
} from './content-reads.ts'

const BASE = '/v1/spaces/{spaceId}/revisions/{revisionId}'
const REUSABLE = `${BASE}/reusable-contents/{reusableContentId}`

export const revisionRoutes: readonly Route[] = [
  extension('getRevisionById', BASE, call => readRevision(call, pinned(call))),
  extension('listPagesInRevisionById', `${BASE}/pages`, call => readPages(call, pinned(call))),
  extension('listFilesInRevisionById', `${BASE}/files`, call => readFiles(call, pinned(call))),
  extension('getFileInRevisionById', `${BASE}/files/{fileId}`, call => readFile(call, pinned(call))),
  extension('getPageInRevisionById', `${BASE}/page/{pageId}`, call => readPage(call, pinned(call))),
  extension('getReusableContentInRevisionById', REUSABLE, call => readReusableContent(call, pinned(call))),
  extension('getReusableContentDocumentInRevisionById', `${REUSABLE}/document`, reusableContentDocument),
  extension('getDocumentById', '/v1/spaces/{spaceId}/documents/{documentId}', document),
]

function extension(name: string, path: string, handle: (call: Call) => Answer): Route {
  return { name, method: 'GET', path, offer: 'extension', handle }
}

function pinned(call: Call): Pointed {
  const space = getSpace(call.world, param(call, 'spaceId'))
  return { space, revision: getRevision(space, param(call, 'revisionId')) }
}

function reusableContentDocument(call: Call): Answer {
  const { space, revision } = pinned(call)
  const content = getReusableContent(revision, param(call, 'reusableContentId'))
  return okBytes(documentBytes(call.world, space, content.document))
}

function document(call: Call): Answer {
  const space = getSpace(call.world, param(call, 'spaceId'))
  return okBytes(documentBytes(call.world, space, param(call, 'documentId')))
}
