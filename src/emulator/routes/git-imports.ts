/** Import of a Git repository into a space: docs/development/platform.md#writing-content. */
import { z } from 'zod'
import { startRepositoryImport } from '../import/import-repository.ts'
import { type Answer, noContent } from '../protocol/answer.ts'
import { type Call, param } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import type { Route } from '../protocol/route.ts'
import { getLiveSpace } from '../state/space.ts'
import { SPACE_PATH } from './branch-of.ts'

export const gitImportRoutes: readonly Route[] = [
  {
    name: 'importGitRepository',
    method: 'POST',
    path: `${SPACE_PATH}/git/import`,
    offer: 'extension',
    handle: runImport,
  },
]

const importSchema = z.object({
  url: z.string(),
  ref: z.string(),
  repoCacheID: z.string().optional(),
  repoTreeURL: z.string().optional(),
  repoCommitURL: z.string().optional(),
  repoProjectDirectory: z.string().optional(),
  timestamp: z.iso.datetime().optional(),
  force: z.boolean().optional(),
  standalone: z.boolean().optional(),
  gitInfo: z
    .object({ provider: z.enum(['github', 'gitlab']).optional(), url: z.string().optional() })
    .optional(),
})

async function runImport(call: Call): Promise<Answer> {
  const space = getLiveSpace(call.world, param(call, 'spaceId'))
  startRepositoryImport(call.world, space, await bodyOf(call, importSchema))
  return noContent()
}
