/**
 * The drill of one space: a restore of its content into a view of it (`space-view.ts`), read back and compared as every
 * restore is, and a look whether the space itself stayed as it was.
 */
import { join } from 'node:path'
import { backUp } from '../../backup/backup.ts'
import type { BackupSettings } from '../../backup/settings.ts'
import { NOBODY, runGit } from '../../model/git-program.ts'
import type { Kind } from '../../model/resource.ts'
import { makeTemporaryFolder } from '../../model/temporary-folder.ts'
import type { Platform } from '../../platform/client.ts'
import type { Organization } from '../../platform/operations/organizations.ts'
import type { Space } from '../../platform/operations/spaces.ts'
import { CONTENT } from '../../resources/drafts.ts'
import { resources } from '../../resources/index.ts'
import type { BundlePublisher } from '../../restore/publish/publisher.ts'
import { readStateInTurns } from '../../restore/read-state.ts'
import { applyRestore, planRestore, type RestoreResult } from '../../restore/restore.ts'
import type { RestoreEvent, Restoring } from '../../restore/restoring.ts'
import { withScratches } from '../../restore/scratch.ts'
import type { Difference } from '../../restore/verify/verification.ts'
import { openVaultForWriting, type Vault, type WritableVault } from '../../vault/vault.ts'
import { withoutAnnouncedLinks } from './announced-links.ts'
import { type ImportAnswer, type SpaceView, viewSpace } from './space-view.ts'

export interface SpaceDrill {
  platform: Platform
  vault: Vault
  snapshot: number
  organization: Organization
  /** As it is now. */
  space: Space
  /** Whose events say what an import made. */
  integrations: readonly string[]
  publisher: BundlePublisher
  backup: BackupSettings
  signal: AbortSignal | undefined
  now: () => number
}

export interface DrilledSpace {
  result: Pick<RestoreResult, 'outcome' | 'verification' | 'plan' | 'applied'>
  /** Of the verification, without those that the plan announced. */
  differences: readonly Difference[]
  began: number
  /** Of the space, that the import made; null where none is known. */
  revision: string | null
  commit: string | null
  answer: ImportAnswer
  isReported: boolean
  /** Somebody got all of what was served. */
  isFetched: boolean
}

const WRITTEN: readonly Kind[] = ['revision', ...CONTENT]
const READ: ReadonlySet<Kind> = new Set<Kind>(['organization', 'space', ...WRITTEN])

export async function drillSpace(drill: SpaceDrill): Promise<DrilledSpace> {
  const { platform, space, integrations } = drill
  const temporary = makeTemporaryFolder('drill')
  const view = viewSpace(platform, space, integrations)
  try {
    const vault = await openVaultForWriting(join(temporary.path, 'vault'), { command: 'docvault drill' })
    try {
      return await withScratches(scratches => restoreInto(drill, view, { vault, scratches }))
    } finally {
      await vault.close()
    }
  } finally {
    await view.close()
    temporary.remove()
  }
}

async function restoreInto(
  drill: SpaceDrill,
  view: SpaceView,
  { vault, scratches }: Pick<Restoring, 'vault' | 'scratches'>,
): Promise<DrilledSpace> {
  const restoring = { ...restoringOf(drill, view, vault), scratches }
  const began = drill.now()
  let commit: string | null = null
  let isFetched = false
  const publisher: BundlePublisher = {
    ...drill.publisher,
    serve: async repository => {
      commit = await commitOf(repository)
      view.serves(commit)
      const served = await drill.publisher.serve(repository)
      const close = () => {
        isFetched = served.fetched()
        return served.close()
      }
      return { ...served, close }
    },
  }
  const { plan, ...planned } = await planRestore(restoring)
  // Its order and variables come with what is written: nothing here is left as it is.
  const whole = { ...planned, plan: { ...plan, skipped: [] } }
  const result = await applyRestore(restoring, whole, publisher, null)
  const states = {
    source: await readStateInTurns(restoring.source, drill.snapshot),
    target: await readStateInTurns(vault, result.after),
  }
  const differences = withoutAnnouncedLinks(result.verification, plan, states)
  const seen = { revision: view.revision(), answer: view.answer(), isReported: view.isReported() }
  return { result, differences, began, commit, isFetched, ...seen }
}

function restoringOf(
  drill: SpaceDrill,
  { platform }: SpaceView,
  vault: WritableVault,
): Omit<Restoring, 'scratches'> {
  const { snapshot, organization, space, backup, signal, now } = drill
  return {
    platform,
    source: onlyWith(drill.vault, space.id),
    vault,
    request: { snapshot, to: organization.id, spaces: [space.id], kinds: WRITTEN, onConflict: 'skip' },
    writer: 'git',
    requestsPerSecond: 100,
    signal,
    now,
    report: event => ownSpace(vault, space.id, event),
    readTarget: what =>
      backUp({
        platform,
        vault,
        resources: resources.filter(resource => READ.has(resource.kind)),
        organization,
        trigger: `drill (${what})`,
        settings: backup,
      }),
  }
}

/** Nothing stands in the revision but what the run brings: its order and its variables are compared, too. */
function ownSpace(vault: WritableVault, id: string, event: RestoreEvent): void {
  if (event.type !== 'begin') return
  vault.restores.putId({ run: event.run, kind: 'space', source: id, target: id, made: true })
}

/** What leads out of the space is not there on either side. */
function onlyWith(vault: Vault, id: string): Vault {
  return {
    ...vault,
    *resources(snapshot, filter) {
      const root = [...vault.resources(snapshot, { kind: 'space' })].find(space => space.id === id)
      for (const resource of vault.resources(snapshot, filter))
        if (resource.kind === 'organization' || resource.key === root?.key || resource.parent === root?.key)
          yield resource
    },
  }
}

async function commitOf(repository: string): Promise<string> {
  const args = ['rev-parse', 'HEAD']
  return (await runGit({ args, cwd: repository, env: NOBODY })).trim()
}
