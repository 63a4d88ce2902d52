/**
 * Import of content from a URL, and by extensions into a page: docs/development/platform.md#writing-content.
 * Newer services have none.
 */
import { z } from 'zod'
import { IMPORT_SOURCES, importContent } from '../import/import-content.ts'
import type { Answer } from '../protocol/answer.ts'
import { created } from '../protocol/answer.ts'
import type { Call } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import type { Route } from '../protocol/route.ts'
import { CHANGE_REQUEST_PATH, liveBranchOf, SPACE_PATH } from './branch-of.ts'

const WHOLE = '/content/import'
const PAGE = '/content/page/{pageId}/import'

export const contentImportRoutes: readonly Route[] = [
  importing('importContent', SPACE_PATH + WHOLE, 'dropped'),
  importing('importContentInChangeRequest', CHANGE_REQUEST_PATH + WHOLE, 'dropped'),
  importing('importContentInPageById', SPACE_PATH + PAGE, 'retired'),
  importing('importContentInChangeRequestPageById', CHANGE_REQUEST_PATH + PAGE, 'retired'),
]

function importing(name: string, path: string, offer: 'dropped' | 'retired'): Route {
  return { name, method: 'POST', path, offer, handle: runImport }
}

const importSchema = z.object({ url: z.url(), source: z.enum(IMPORT_SOURCES) })

async function runImport(call: Call): Promise<Answer> {
  const { url, source } = await bodyOf(call, importSchema)
  const { world } = call
  const branch = liveBranchOf(call)
  const result = await importContent(world, branch, { source, url, page: call.params.pageId ?? null })
  const location = `${world.origin}/v1/spaces/${branch.space.json.id}/revisions/${result.revision}`
  return created(result, location)
}
