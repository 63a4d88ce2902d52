/**
 * Content through `git/import`, for services that have nothing else: docvault serves the space as a Git repository, the
 * platform clones it, and the whole content of the space becomes that. There is no change request in between, so it is
 * only done where that is what was asked for (`plan-replace.ts`) and while the space is as it was planned from. The
 * service answers before it has begun, and no operation tells reliably how it ended: the space is read until the
 * content stands there, or the address of the repository ends, and is called restored in the first case only.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { GIT_BRANCH } from '../../bundle/git-target.ts'
import { writeBundle } from '../../bundle/write.ts'
import { DamageFound, DocvaultError } from '../../model/errors.ts'
import { recordOf, textOf } from '../../model/fields.ts'
import { makeTemporaryFolder } from '../../model/temporary-folder.ts'
import { NotFound } from '../../platform/errors.ts'
import type { Revision } from '../../platform/operations/content-shapes.ts'
import type { RestoreSession } from '../apply/session.ts'
import type { ServedRepository } from '../publish/publisher.ts'
import type { StateItem } from '../state.ts'
import { failLeftOut, sentBundle } from './bundle-writer.ts'
import { NoContentWriter } from './no-content-writer.ts'
import { readContent } from './read-content.ts'
import { type ContentMatches, matchContent, walkPages } from './target-tree.ts'
import { namesOf, remember } from './work.ts'

export interface Replacement {
  owner: StateItem
  /** Of the snapshot: what is to stand there. */
  items: readonly StateItem[]
  /** The revision of the space that was planned from; null for a space that is made by the run. */
  revision: string | null
  /** Has content, so that a page without its body would lose it. */
  full: boolean
  /** Ids of what is to be gone. */
  gone: ReadonlySet<string>
}

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 15_000

/** It is not known whether it comes still; what was served can be fetched no more. */
export class ImportUnseen extends DocvaultError {
  constructor(space: string, served: ServedRepository, missing: string) {
    const within = `within ${Math.round(served.expiresMs / 1000)} s`
    const { origin } = new URL(served.url)
    super(
      'import-unseen',
      served.fetched()
        ? `the service fetched the content of space ${space}, and it does not stand there ${within}: ${missing}`
        : `the service said that it would import, and never fetched the repository from ${origin} ${within}: ${missing}`,
      {
        hint: served.fetched()
          ? 'look at the space and at its Git Sync, and resume: what came meanwhile is not sent again'
          : 'check that the platform reaches restore.publicUrl, and resume',
      },
    )
  }
}

class SpaceChanged extends DocvaultError {
  constructor(space: string) {
    super('space-changed', `somebody changed space ${space} since it was read: nothing was sent`, {
      hint: 'the import would take away what they wrote: look at it, and plan again',
    })
  }
}

export async function replaceContent(session: RestoreSession, replacement: Replacement): Promise<void> {
  const { context, knowledge } = session
  const { publisher } = context
  if (publisher === null)
    throw new DocvaultError('no-publisher', 'nothing serves repositories for the import')
  const { owner } = replacement
  const space = knowledge.target(owner)
  const before = await readContent(context, { space })
  assertUnchanged(space, before, replacement)
  await withRepository(session, replacement, async repository => {
    const served = await publisher.serve(repository)
    const looking: Looking = { session, replacement, space, before, served }
    try {
      await send(looking)
      remember(session, await untilItStands(looking))
    } finally {
      await served.close()
    }
  })
}

interface Looking {
  session: RestoreSession
  replacement: Replacement
  space: string
  before: Revision
  served: ServedRepository
}

/** In a space that the run made a moment ago stands nothing but what services put into new ones. */
function assertUnchanged(space: string, { id }: Revision, { revision }: Replacement): void {
  if (revision !== null && id !== revision) throw new SpaceChanged(space)
}

/** Sending it again makes the same of the space. */
async function send(looking: Looking): Promise<void> {
  const { session, space, served, replacement } = looking
  const source = { url: served.url, ref: GIT_BRANCH }
  await session.record.write(
    // By this word an undo knows that all of it is the run's.
    { does: 'replace', kind: replacement.owner.kind, path: replacement.owner.path },
    () =>
      session.context.platform.content.importRepository(space, source).catch((error: unknown) => {
        throw error instanceof NotFound ? new NoContentWriter('git/import', error) : error
      }),
    async () => ((await look(looking)).matches === null ? null : undefined),
  )
}

async function untilItStands(looking: Looking): Promise<ContentMatches> {
  const { session, space, served } = looking
  let pause = FIRST_PAUSE_MS
  for (let waited = 0; ; waited += pause, pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    const { matches, missing } = await look(looking)
    if (matches !== null) return matches
    if (waited >= served.expiresMs)
      throw new ImportUnseen(space, served, missing + (await lastOperation(looking)))
    await delay(pause, undefined, session.context.signal ? { signal: session.context.signal } : {})
  }
}

/** Only the newest services say anything of it. */
async function lastOperation({ session, space }: Looking): Promise<string> {
  const found = await session.context.platform.spaces.find(space)
  const said = recordOf(found?.gitSync?.operation)
  const words = [said?.direction, said?.state, said?.error].flatMap(word => textOf(word) ?? [])
  return words.length === 0 ? '' : `; the service says of its last one: ${words.join(', ')}`
}

/** A revision that somebody else made has not all of it, or came before anybody had the repository. */
async function look({ session, replacement, space, before, served }: Looking) {
  const { owner, items, gone } = replacement
  const now = await readContent(session.context, { space })
  if (now.id === before.id) return { matches: null, missing: 'its revision is the one of before' }
  if (!served.fetched()) return { matches: null, missing: 'its revision is one of somebody else' }
  const matches = matchContent(session.knowledge.source, owner, now, {
    known: item => session.knowledge.ids.of(item)?.target,
  })
  const { pages, files, contents } = matches
  const there = new Set<StateItem>([...pages, ...files, ...contents].map(([item]) => item))
  const lacking = items.filter(item => !there.has(item))
  if (lacking.length > 0)
    return {
      matches: null,
      missing: `${lacking.length} of ${items.length} are not there: ${namesOf(lacking)}`,
    }
  const left = [...walkPages(now.pages), ...now.files].filter(({ id }) => gone.has(id))
  if (left.length > 0) return { matches: null, missing: `${left.length} that should be gone are there` }
  return { matches, missing: '' }
}

async function withRepository(
  session: RestoreSession,
  { owner, items, full }: Replacement,
  use: (repository: string) => Promise<void>,
): Promise<void> {
  const { context, knowledge, record } = session
  const files = new Set(items.filter(item => item.kind === 'file').map(item => item.id))
  const source = sentBundle(knowledge, owner, { files }, (title, error) => {
    if (full) throw error
    record.fail({ kind: 'page', source: owner.path, label: title }, error)
  })
  const { run, request } = context
  const message = `docvault restore ${run} of snapshot ${request.snapshot}`
  const temporary = makeTemporaryFolder('restore')
  try {
    const written = await writeBundle({ repository: temporary.path, message, date: new Date() }, source)
    // What is there would go for less.
    const [first] = [...written.lost, ...written.damaged]
    if (full && first !== undefined) throw new DamageFound(first)
    failLeftOut(session, owner, written)
    await use(temporary.path)
  } finally {
    temporary.remove()
  }
}
