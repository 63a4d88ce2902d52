/**
 * Files, empty pages and places of pages, through batches of changes on a draft. Each round reads the draft, computes
 * what it lacks, and sends that; it ends when a round finds nothing to do. So nothing is made twice, nothing is given
 * up because an answer was lost, and what is answered was seen in the draft.
 */

import type { Page, Revision } from '../../platform/operations/content-shapes.ts'
import { kindUnder } from '../../resources/drafts.ts'
import { sendInHalves } from '../apply/item-failures.ts'
import type { RestoreSession } from '../apply/session.ts'
import { NotMapped } from '../match/not-mapped.ts'
import { aboutOf, labelOf } from '../naming.ts'
import { type StateItem, type TreeNode, treeOf, walkTree } from '../state.ts'
import { type Change, MOST_CHANGES, sendBatch, untilClear } from './batch.ts'
import { fileBatches } from './batches.ts'
import { type Draft, DraftDiffers } from './draft.ts'
import { settingsOf } from './page-settings.ts'
import { arrange, type Placement, Places } from './place.ts'
import { pagesOfSpace, readContent } from './read-content.ts'
import { type ContentMatches, matchAlone, matchContent } from './target-tree.ts'
import { wishesFor } from './wishes.ts'

/** By ids of the source. */
export interface Wanted {
  pages: ReadonlySet<string>
  files: ReadonlySet<string>
  contents: ReadonlySet<string>
  /** Pages that are there and may be moved to where the source has them. */
  moved: ReadonlySet<string>
}

interface Round {
  session: RestoreSession
  owner: StateItem
  draft: Draft
  wanted: Wanted
  /** Of which the platform wants nothing. */
  failed: Set<StateItem>
}

interface Open {
  matches: ContentMatches
  files: StateItem[]
  placements: Placed[]
}

type Placed = Placement & { item: StateItem }

/** Rounds that the platform answered clearly, and that left as much to do as they found. */
const MOST_IDLE = 2

export async function writeStructure(
  session: RestoreSession,
  owner: StateItem,
  draft: Draft,
  wanted: Wanted,
): Promise<ContentMatches> {
  const round: Round = { session, owner, draft, wanted, failed: new Set() }
  let least = Number.POSITIVE_INFINITY
  for (let idle = 0; ; ) {
    const open = await untilClear(() => writeOpen(round))
    const count = open.files.length + open.placements.length
    if (count === 0) return open.matches
    idle = count < least ? 0 : idle + 1
    least = Math.min(least, count)
    if (idle >= MOST_IDLE) throw new DraftDiffers(draft, problemsOf(open))
  }
}

/** Answers what it found to do, and has sent all of that. */
async function writeOpen(round: Round): Promise<Open> {
  const { session, owner, draft } = round
  const open = openIn(round, await readContent(session.context, draft))
  for await (const batch of fileBatches(session.knowledge, open.files, (item, error) =>
    fail(round, item, error),
  )) {
    const insert = async (part: Readonly<typeof batch>) => {
      const files = part.map(prepared => prepared.change)
      await sendBatch(session, owner, draft, [{ operation: 'insert_files', files }])
      return true
    }
    await sendInHalves(batch, insert, ({ item }, error) => fail(round, item, error))
  }
  await writePlacements(round, open)
  return open
}

function openIn(round: Round, content: Revision): Open {
  const { session, owner, wanted, failed } = round
  const known = (item: StateItem) => session.knowledge.ids.of(item)?.target
  const ofSpace = pagesOfSpace(session.knowledge, owner)
  const matches = matchContent(session.knowledge.source, owner, content, { known, ofSpace })
  const isWanted = (item: StateItem) => wanted.pages.has(item.id)
  if (owner.kind !== 'space')
    matches.pages.push(
      ...matchAlone(treeOf(session.knowledge.source, owner), content.pages, matches, { isWanted, ofSpace }),
    )
  const there = new Set(matches.files.map(([item]) => item))
  const files = session.knowledge.source
    .list(kindUnder(owner.kind, 'file'), owner)
    .filter(item => wanted.files.has(item.id) && !there.has(item) && !failed.has(item))
  return { matches, files, placements: placementsIn(round, content.pages, matches) }
}

function placementsIn(
  { session, owner, wanted, failed }: Round,
  pages: readonly Page[],
  { pages: matched }: ContentMatches,
) {
  const ids = new Map(matched.map(([item, { id }]) => [item, id]))
  const items = new Map(matched.map(([item, { id }]) => [id, item]))
  const isNew = ({ item }: TreeNode) => wanted.pages.has(item.id) && !failed.has(item)
  const nameOf = (node: TreeNode) => {
    const id = ids.get(node.item)
    if (id !== undefined) return id
    if (!isNew(node)) return null
    items.set(newName(node.item), node.item)
    return newName(node.item)
  }
  // Its space may have lost since what a page of a draft stands under.
  const comesAlone = owner.kind === 'space' ? undefined : isNew
  const wishes = wishesFor(treeOf(session.knowledge.source, owner), nameOf, comesAlone)
  const mayMove = (id: string) => {
    const item = items.get(id)
    return item !== undefined && (wanted.moved.has(item.id) || wanted.pages.has(item.id)) && !failed.has(item)
  }
  return arrange(new Places(pages), wishes, mayMove).flatMap((placement): Placed[] => {
    const item = items.get(placement.id)
    return item ? [{ ...placement, item }] : []
  })
}

function newName({ path }: StateItem): string {
  return `new ${path}`
}

/** In order: each was computed on what those before it leave. One of the same batch is named by its `ref`. */
async function writePlacements(round: Round, { placements }: Open): Promise<void> {
  const made = new Map<string, string>()
  for (let at = 0; at < placements.length; at += MOST_CHANGES) {
    const write = async (part: readonly Placed[]) => {
      const changes = part.map((placed, index) => changeFor(placed, index, part, made))
      const ids = await sendBatch(round.session, round.owner, round.draft, changes)
      part.forEach(({ id }, index) => void made.set(id, ids.get(refOf(index)) ?? id))
      return part.every(({ isNew }, index) => !isNew || ids.has(refOf(index)))
    }
    const part = placements.slice(at, at + MOST_CHANGES)
    // What was made without a word about its id is found by the next look at the draft.
    if (!(await sendInHalves(part, write, ({ item }, error) => fail(round, item, error)))) break
  }
  failOrphans(round)
}

function changeFor(
  { id, into, at, isNew, item }: Placed,
  index: number,
  part: readonly Placed[],
  made: ReadonlyMap<string, string>,
): Change {
  const sibling = part.findIndex((placed, other) => other < index && placed.isNew && placed.id === into)
  const parent = into === null ? null : sibling === -1 ? (made.get(into) ?? into) : refOf(sibling)
  // Above it should stand one that the platform would not have.
  if (parent?.startsWith('new ')) throw new NotMapped(item.kind, item.id)
  if (!isNew) return { operation: 'update_page', page: id, into: parent, at }
  const place = { ...(parent === null ? {} : { into: parent }), at }
  return { operation: 'insert_page', ref: refOf(index), ...place, ...settingsOf(item), document: {} }
}

function refOf(index: number): string {
  return `page${index}`
}

function fail({ session, failed }: Round, item: StateItem, error: unknown): void {
  if (failed.has(item)) return
  failed.add(item)
  session.record.fail(aboutOf(item), error)
}

/** What stood under a page that is not there does not come at the root instead. */
function failOrphans(round: Round): void {
  const { session, owner, wanted, failed } = round
  for (const { item, above } of walkTree(treeOf(session.knowledge.source, owner)))
    if (above && failed.has(above) && wanted.pages.has(item.id))
      fail(round, item, new NotMapped('page', above.id))
}

function problemsOf({ files, placements }: Open): string[] {
  return [
    ...files.map(item => `file ${labelOf(item)} did not stay`),
    ...placements.map(({ item, isNew }) =>
      isNew ? `page ${labelOf(item)} did not stay` : `page ${labelOf(item)} does not go where it was`,
    ),
  ]
}
