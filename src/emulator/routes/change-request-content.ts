/**
 * Content of a change request: docs/reference/operations.md, 4.10; by extensions its reusable contents, and what the
 * draft changes.
 */
import type { Answer } from '../protocol/answer.ts'
import type { Call } from '../protocol/call.ts'
import type { Route } from '../protocol/route.ts'
import { branchOf, CHANGE_REQUEST_PATH, pointedAt } from './branch-of.ts'
import {
  type Pointed,
  readFile,
  readFiles,
  readPage,
  readPages,
  readReusableContent,
  readRevision,
} from './content-reads.ts'

const BASE = `${CHANGE_REQUEST_PATH}/content`

export const changeRequestContentRoutes: readonly Route[] = [
  read('getRevisionOfChangeRequestById', BASE, readRevision),
  read('listPagesInChangeRequest', `${BASE}/pages`, readPages),
  read('listFilesInChangeRequestById', `${BASE}/files`, readFiles),
  read('getFileInChangeRequestById', `${BASE}/files/{fileId}`, readFile),
  read('getPageInChangeRequestById', `${BASE}/page/{pageId}`, readPage),
  {
    ...read(
      'getReusableContentInChangeRequestById',
      `${BASE}/reusable-contents/{reusableContentId}`,
      readReusableContent,
    ),
    offer: 'extension',
  },
]

function read(name: string, path: string, answer: (call: Call, pointed: Pointed) => Answer): Route {
  return { name, method: 'GET', path, handle: call => answer(call, pointedAt(branchOf(call))) }
}
