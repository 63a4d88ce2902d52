/**
 * Reads of content, whatever names the revision: the current one, a pinned one, that of a change request.
 */
import type { Answer } from '../protocol/answer.ts'
import { ok, okBytes } from '../protocol/answer.ts'
import { booleanQuery, type Call, enumQuery, param } from '../protocol/call.ts'
import { listAnswer } from '../protocol/paging.ts'
import {
  type ContentView,
  presentPage,
  presentReusableContent,
  presentRevision,
} from '../state/content-view.ts'
import { getFile, presentFile } from '../state/file.ts'
import { getPage } from '../state/page.ts'
import { PAGE_FORMATS, pageAnswerBytes } from '../state/page-answer.ts'
import type { Revision } from '../state/records/content.ts'
import type { SpaceState } from '../state/records/space.ts'
import { getReusableContent } from '../state/reusable-content.ts'

/** Where a request's path points. */
export interface Pointed {
  space: SpaceState
  revision: Revision
}

export function readRevision(call: Call, { space, revision }: Pointed): Answer {
  return ok(presentRevision(call.world, space, revision, viewOf(call)))
}

export function readPages(call: Call, { space, revision }: Pointed): Answer {
  const view = viewOf(call)
  return ok({ pages: revision.pages.map(page => presentPage(call.world, space, page, view)) })
}

export function readFiles(call: Call, { revision }: Pointed): Answer {
  const { metadata } = viewOf(call)
  return listAnswer(call, revision.files, file => presentFile(call.world, file, metadata))
}

export function readFile(call: Call, { revision }: Pointed): Answer {
  return ok(presentFile(call.world, getFile(revision, param(call, 'fileId')), viewOf(call).metadata))
}

export function readPage(call: Call, { space, revision }: Pointed): Answer {
  const view = { ...viewOf(call), format: enumQuery(call, 'format', PAGE_FORMATS) }
  enumQuery(call, 'evaluated', EVALUATED)
  const page = getPage(revision, param(call, 'pageId'))
  return okBytes(pageAnswerBytes(call.world, space, page, view))
}

export function readReusableContent(call: Call, { revision }: Pointed): Answer {
  const content = getReusableContent(revision, param(call, 'reusableContentId'))
  return ok(presentReusableContent(content, viewOf(call)))
}

const EVALUATED = ['true', 'false', 'deterministic-only'] as const

function viewOf(call: Call): ContentView {
  return { metadata: booleanQuery(call, 'metadata', true), computed: booleanQuery(call, 'computed', true) }
}
