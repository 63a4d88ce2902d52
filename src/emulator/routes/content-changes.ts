/**
 * Batch of content changes on a change request: docs/development/platform.md#writing-content, newest service only.
 */
import { applyChanges } from '../batch/apply-changes.ts'
import type { Batch } from '../batch/batch.ts'
import { batchSchema } from '../batch/change-schema.ts'
import type { Answer } from '../protocol/answer.ts'
import { ok } from '../protocol/answer.ts'
import { booleanQuery, type Call } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import type { Route } from '../protocol/route.ts'
import type { Branch } from '../state/branch.ts'
import { presentChangeRequest } from '../state/change-request.ts'
import { presentFile } from '../state/file.ts'
import type { JsonObject } from '../state/json-object.ts'
import { walkPages } from '../state/page.ts'
import { CHANGE_REQUEST_PATH, liveBranchOf } from './branch-of.ts'
import { documentSchema } from './document-input.ts'

export const contentChangeRoutes: readonly Route[] = [
  {
    name: 'updateChangeRequestContent',
    method: 'POST',
    path: `${CHANGE_REQUEST_PATH}/content`,
    offer: 'newest',
    handle: changeContent,
  },
]

const schema = batchSchema(documentSchema)

async function changeContent(call: Call): Promise<Answer> {
  const compat = booleanQuery(call, 'compat', true)
  const { changes } = await bodyOf(call, schema)
  const branch = liveBranchOf(call)
  const batch = await applyChanges(call.world, branch, changes)
  const changeRequest = shownChangeRequest(call, branch)
  return ok(compat ? changeRequest : { changeRequest, ...summaryOf(batch) })
}

function shownChangeRequest({ world }: Call, { space, changeRequest }: Branch): JsonObject {
  return changeRequest === null ? {} : presentChangeRequest(world, space, changeRequest)
}

/** What a client needs to follow ids. */
function summaryOf({ world, space, content, created, updated, deleted, files }: Batch): JsonObject {
  const pages = new Set([...walkPages(content.pages)].map(page => page.id))
  const made = new Set(created.map(page => page.page))
  const shown = (id: string) => ({
    object: 'page',
    id,
    urls: { location: `${world.origin}/v1/spaces/${space.json.id}/content/page/${id}` },
  })
  return {
    changes: [
      ...created
        .filter(({ page }) => pages.has(page))
        .map(({ page, ref }) => ({
          object: 'created_page',
          ...(ref === undefined ? {} : { ref }),
          page: shown(page),
        })),
      ...[...updated]
        .filter(id => !made.has(id) && pages.has(id))
        .map(id => ({ object: 'updated_page', page: shown(id) })),
      ...[...deleted]
        .filter(id => !pages.has(id) && !made.has(id))
        .map(page => ({ object: 'deleted_page', page })),
    ],
    ...(files.length === 0 ? {} : { insertedFiles: files.map(({ file }) => presentFile(world, file, true)) }),
  }
}
