/**
 * A platform on which one space is all there is and has nothing, until a standalone import made a revision: then it has
 * that. So a restore plans, writes, waits, reads back and compares as it does anywhere, while the real space keeps what
 * it has: the client below sends no writing operation but the import, and that only as a standalone one.
 */
import { DocvaultError } from '../../model/errors.ts'
import { makeCapabilities } from '../../platform/capabilities.ts'
import type { Platform } from '../../platform/client.ts'
import { NotFound } from '../../platform/errors.ts'
import type { Revision } from '../../platform/operations/content-shapes.ts'
import type { SoundRevision } from '../../platform/operations/sound-revision.ts'
import type { Space } from '../../platform/operations/spaces.ts'
import { findOutcome, type ImportOutcome, type ServedCommit } from './import-outcome.ts'

export interface SpaceView {
  platform: Platform
  /** ImportOutcome by whoever serves the repository. */
  serves(commit: string): void
  /** What the import made. */
  revision(): string | null
  /** What the service answered to the import: nothing yet, that it is on its way, or 404. */
  answer(): ImportAnswer
  /** Somebody was told how it ended. */
  isReported(): boolean
  close(): Promise<void>
}

export type ImportAnswer = 'none' | 'accepted' | 'missing'

interface Viewing {
  platform: Platform
  space: Space
  integrations: readonly string[]
  served: ServedCommit | null
  outcome: ImportOutcome | null
  answer: ImportAnswer
  looks: number
}

/** Name of the revision that there is before the import. */
const NOTHING = 'nothing'
/** A revision does not change: what it lacks at the second look does not come. The first may be that after a lost answer. */
const MOST_LOOKS = 2

class ImportFailed extends DocvaultError {
  constructor(space: string) {
    super('import-failed', `the service says that its import into a revision of space ${space} failed`, {
      hint: 'try `docvault export` and connect the folder to a new space with Git Sync: it says what is wrong',
    })
  }
}

class RevisionLacks extends DocvaultError {
  constructor(space: string, revision: string) {
    super('revision-lacks', `revision ${revision} of space ${space} has not all of what was imported`)
  }
}

export function viewSpace(platform: Platform, space: Space, integrations: readonly string[]): SpaceView {
  const guarded = platform.writingOnly(['importGitRepository'])
  const viewing: Viewing = {
    platform: guarded,
    space,
    integrations,
    served: null,
    outcome: null,
    answer: 'none',
    looks: 0,
  }
  return {
    platform: seenThrough(viewing, guarded),
    serves: commit => {
      viewing.served = { space: space.id, commit }
    },
    revision: () => revisionOf(viewing),
    answer: () => viewing.answer,
    isReported: () => viewing.outcome !== null,
    close: () => guarded.close(),
  }
}

function revisionOf({ outcome }: Viewing): string | null {
  return outcome?.state === 'made' ? outcome.revision : null
}

const noFacts = { get: () => null, set: () => {} }

function seenThrough(viewing: Viewing, platform: Platform): Platform {
  return {
    ...platform,
    // What is learned of a view is true of nothing else.
    capabilities: makeCapabilities(noFacts, Date.now),
    spaces: {
      ...platform.spaces,
      find: async id => (id === viewing.space.id ? seenSpace(viewing) : null),
      async *listInOrganization() {
        yield seenSpace(viewing)
      },
    },
    content: contentThrough(viewing, platform),
    until: signal => seenThrough(viewing, platform.until(signal)),
    writingOnly: operations => seenThrough(viewing, platform.writingOnly(operations)),
  }
}

/** Its link with a repository is none of an import that changes nothing. */
function seenSpace(viewing: Viewing): Space {
  const { gitSync: _link, ...rest } = viewing.space
  return { ...rest, revision: revisionOf(viewing) ?? NOTHING }
}

/** Whatever is asked for by its current content is answered from the revision. */
function contentThrough(viewing: Viewing, { content }: Platform): Platform['content'] {
  const made = () => revisionOf(viewing) ?? NOTHING
  const sound: Platform['content']['soundRevision'] = async (space, revision, hold) =>
    revision === NOTHING ? emptyRevision : content.soundRevision(space, revision, hold)
  return {
    ...content,
    soundRevision: sound,
    currentSoundRevision: (space, hold) => sound(space, made(), hold),
    currentRevision: () => lookAgain(viewing),
    page: (space, page, reading) => content.pageInRevision(space, made(), page, reading),
    file: (space, file) => content.fileInRevision(space, made(), file),
    importRepository: async (space, source) => {
      try {
        await content.importRepository(space, { ...source, standalone: true })
        viewing.answer = 'accepted'
      } catch (error) {
        if (error instanceof NotFound) viewing.answer = 'missing'
        throw error
      }
    },
  }
}

const emptyRevision: SoundRevision = {
  object: 'revision',
  id: NOTHING,
  pages: [],
  files: [],
  reusableContents: [],
  unreadable: { pages: [], files: [], reusableContents: [] },
}

async function lookAgain(viewing: Viewing): Promise<Revision> {
  const { platform, space, served, integrations } = viewing
  if (served === null) return emptyRevision
  viewing.outcome ??= await findOutcome(platform, integrations, served)
  const { outcome } = viewing
  if (outcome === null) return emptyRevision
  if (outcome.state === 'failed') throw new ImportFailed(space.id)
  if (++viewing.looks > MOST_LOOKS) throw new RevisionLacks(space.id, outcome.revision)
  return platform.content.revision(space.id, outcome.revision)
}
