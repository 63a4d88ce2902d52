/**
 * A Git repository becomes the content of a space: all of it, as one edit. As the service has it, the answer comes before
 * the work, and nothing tells how that ended; the emulator clones with the program git, from this machine only.
 */
import { join } from 'node:path'
import { readBundle } from '../../bundle/read.ts'
import { NOBODY, runGit } from '../../model/git-program.ts'
import { makeTemporaryFolder } from '../../model/temporary-folder.ts'
import { contentOf, isCurrent } from '../load/load-space.ts'
import { badRequest } from '../protocol/api-error.ts'
import { assertEditable } from '../state/branch.ts'
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
    const folder = join(temporary.path, 'clone')
    const git = await clone(folder, temporary.path, wanted)
    const bundle = await readBundle(join(folder, wanted.repoProjectDirectory ?? ''))
    const content = await contentOf(world, space, bundle)
    const lineage = { type: 'edits', parents: [space.json.revision] } as const
    if (wanted.standalone) addRevision(world, space, content, lineage).git = git
    else if (wanted.force || !isCurrent(space, content)) commitRevision(world, space, content).git = git
  } finally {
    temporary.remove()
  }
}

async function clone(folder: string, cwd: string, wanted: RepositoryImport): Promise<JsonObject> {
  const { url, ref, repoCommitURL } = wanted
  const signal = AbortSignal.timeout(CLONE_MS)
  const branch = ref.slice(BRANCH.length)
  const args = ['clone', '--quiet', '--depth', '1', '--branch', branch, '--', url, folder]
  await runGit({ args, cwd, env: NOBODY, signal })
  const said = await runGit({ args: ['log', '-1', '--format=%H%n%B'], cwd: folder, env: NOBODY })
  const [oid = '', ...message] = said.trimEnd().split('\n')
  return {
    oid,
    message: message.join('\n'),
    createdByGitBook: false,
    ref,
    ...(repoCommitURL === undefined ? {} : { url: repoCommitURL + oid }),
  }
}
