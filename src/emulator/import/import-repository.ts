/**
 * A Git repository becomes the content of a space: all of it, as one edit. As the service has it, the answer comes before
 * the work, and only integrations are told how that ended; the emulator clones with the program git, from this machine
 * only.
 */
import { join } from 'node:path'
import { readBundle } from '../../bundle/read.ts'
import { NOBODY, runGit } from '../../model/git-program.ts'
import { makeTemporaryFolder } from '../../model/temporary-folder.ts'
import { contentOf, isCurrent } from '../load/load-space.ts'
import { badRequest } from '../protocol/api-error.ts'
import { assertEditable } from '../state/branch.ts'
import { tellIntegrations } from '../state/integration-event.ts'
import type { JsonObject } from '../state/json-object.ts'
import type { SpaceState } from '../state/records/space.ts'
import { addRevision, commitRevision } from '../state/revision.ts'
import type { World } from '../state/world.ts'
import { allowedUrl } from './fetch-source.ts'

export interface RepositoryImport {
  url: string
  ref: string
  repoProjectDirectory?: string | undefined
  repoCommitURL?: string | undefined
  /** A new revision even where nothing differs. */
  force?: boolean | undefined
  /** Only a revision: the space keeps its content. */
  standalone?: boolean | undefined
}

const CLONE_MS = 60_000
const BRANCH = 'refs/heads/'

/** Returns at once. 400 for what cannot be cloned from here, or is no branch. */
export function startRepositoryImport(world: World, space: SpaceState, wanted: RepositoryImport): void {
  assertEditable({ space, changeRequest: null })
  allowedUrl(wanted.url)
  if (!wanted.ref.startsWith(BRANCH)) throw badRequest(`ref ${wanted.ref} is not of the form ${BRANCH}main`)
  // What goes wrong from here on nobody is told, as with the service.
  importRepository(world, space, wanted).catch(() => {})
}

async function importRepository(world: World, space: SpaceState, wanted: RepositoryImport): Promise<void> {
  const temporary = makeTemporaryFolder('import')
  try {
    const cloned = await clone(temporary.path, wanted)
    const tell = (type: string, fields: JsonObject) =>
      tellIntegrations(world, space.json.id, { type, commitId: cloned.git.oid, ...fields })
    const { revision } = space.json
    tell('space_gitsync_started', { revisionId: revision })
    try {
      const made = await makeContent(world, space, wanted, cloned)
      tell('space_gitsync_completed', { state: 'success', revisionId: made })
    } catch (error) {
      tell('space_gitsync_completed', { state: 'failure', revisionId: revision })
      throw error
    }
  } finally {
    temporary.remove()
  }
}

/** Answers the revision that has it: a new one, or the one that had it already. */
async function makeContent(
  world: World,
  space: SpaceState,
  { standalone, force, repoProjectDirectory = '' }: RepositoryImport,
  { folder, git }: Cloned,
): Promise<string> {
  const content = await contentOf(world, space, await readBundle(join(folder, repoProjectDirectory)))
  if (!standalone && !force && isCurrent(space, content)) return space.json.revision
  const made = standalone
    ? addRevision(world, space, content, { type: 'edits', parents: [space.json.revision] })
    : commitRevision(world, space, content)
  made.git = git
  return made.id
}

interface Cloned {
  folder: string
  /** The commit. */
  git: JsonObject
}

async function clone(cwd: string, { url, ref, repoCommitURL }: RepositoryImport): Promise<Cloned> {
  const folder = join(cwd, 'clone')
  const signal = AbortSignal.timeout(CLONE_MS)
  const branch = ref.slice(BRANCH.length)
  const args = ['clone', '--quiet', '--depth', '1', '--branch', branch, '--', url, folder]
  await runGit({ args, cwd, env: NOBODY, signal })
  const said = await runGit({ args: ['log', '-1', '--format=%H%n%B'], cwd: folder, env: NOBODY })
  const [oid = '', ...message] = said.trimEnd().split('\n')
  const git = {
    oid,
    message: message.join('\n'),
    createdByGitBook: false,
    ref,
    ...(repoCommitURL === undefined ? {} : { url: repoCommitURL + oid }),
  }
  return { folder, git }
}
