/** Links to repositories. Nothing is ever fetched from one: only what is set up is kept. */
import { z } from 'zod'
import { type Answer, created, ok } from '../protocol/answer.ts'
import { type Call, param } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import type { Route } from '../protocol/route.ts'
import { gitSyncInstallation, linkToGit, setUpGitSync, unlinkFromGit } from '../state/git-sync.ts'

const ALL = '/v1/git/installations'
const ONE = `${ALL}/{installationId}`
const offer = 'newest'

export const gitSyncRoutes: readonly Route[] = [
  { name: 'installGitSyncProviderOnTarget', method: 'POST', path: ALL, offer, handle: install },
  {
    name: 'getGitSyncInstallationById',
    method: 'GET',
    path: ONE,
    offer,
    handle: call => ok(gitSyncInstallation(call.world, idIn(call))),
  },
  { name: 'updateGitSyncInstallationById', method: 'PATCH', path: ONE, offer, handle: update },
  {
    name: 'uninstallGitSyncInstallation',
    method: 'DELETE',
    path: ONE,
    offer,
    handle: call => {
      gitSyncInstallation(call.world, idIn(call))
      unlinkFromGit(call.world, idIn(call))
      return { status: 205 }
    },
  },
]

const target = z.discriminatedUnion('type', [
  z.object({ type: z.literal('space'), spaceId: z.string(), siteId: z.string().optional() }),
  z.object({ type: z.literal('site'), siteId: z.string() }),
])
const installSchema = z.object({ provider: z.enum(['github', 'gitlab']), target })
const branch = z
  .string()
  .regex(/^refs\/heads\/.+$/)
  .optional()
const common = {
  projectDirectory: z.string().optional(),
  commitMessageTemplate: z.string().optional(),
  previewExternalBranches: z.boolean().optional(),
  agentInstructions: z.array(z.enum(['agents', 'claude'])).optional(),
  priority: z.enum(['git', 'gitbook']).optional(),
}
const setupSchema = z.discriminatedUnion('provider', [
  z.object({
    ...common,
    provider: z.literal('github'),
    providerConfiguration: z.object({ repositoryId: z.number().optional(), branch }),
  }),
  z.object({
    ...common,
    provider: z.literal('gitlab'),
    providerConfiguration: z.object({
      projectId: z.number().optional(),
      accessToken: z.string().optional(),
      customInstanceURL: z.string().nullable().optional(),
      branch,
    }),
  }),
])

async function install(call: Call): Promise<Answer> {
  const { provider, target } = await bodyOf(call, installSchema)
  return created(linkToGit(call.world, provider, target))
}

async function update(call: Call): Promise<Answer> {
  const setup = await bodyOf(call, setupSchema)
  return ok(setUpGitSync(call.world, idIn(call), setup))
}

function idIn(call: Call): string {
  return param(call, 'installationId')
}
