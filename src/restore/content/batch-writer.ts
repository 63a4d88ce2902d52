/**
 * Content through batches of changes on a draft: first files and empty pages, which gives their ids; then, when every
 * space has its ids, the bodies as documents with references rewritten. Each batch is computed from what the draft
 * has, so that after a crash or an unclear answer nothing is inserted twice.
 */

import { type Doing, NotMapped } from '../doing.ts'
import { listOf, recordOf, textOf } from '../fields.ts'
import { sendInHalves } from '../item-failures.ts'
import { aboutOf } from '../naming.ts'
import { type StateItem, type TreeNode, treeOf, walkTree } from '../state.ts'
import { bodyBatches, type Change, fileBatches, MOST_CHANGES } from './batches.ts'
import { readContent } from './bundle-writer.ts'
import { type ContentMatches, matchContent } from './target-tree.ts'

export interface Draft {
  space: string
  changeRequest: string
}

/** Ids are all that is known of what was just made. */
export type Matched = { [K in keyof ContentMatches]: [StateItem, { id: string }][] }

/** Which pages and files are wanted; absent = all of the owner's. */
export interface Wanted {
  pages?: ReadonlySet<string>
  files?: ReadonlySet<string>
}

/** Files and pages that the draft lacks, in order. Answers which of the draft is which of the source. */
export async function writeSkeleton(
  doing: Doing,
  owner: StateItem,
  draft: Draft,
  wanted: Wanted = {},
): Promise<Matched> {
  let left = Number.POSITIVE_INFINITY
  const failed = new Set<StateItem>()
  for (;;) {
    const matches = matchContent(doing.source, owner, await readContent(doing, draft))
    const missing = missingOf(doing, owner, matches, wanted, failed)
    const open = missing.files.length + missing.pages.length
    if (open === 0) return matches
    if (open >= left) {
      doing.note(owner, `did not stay: pages ${missing.pages.length}, files ${missing.files.length}`)
      return matches
    }
    left = open
    const ids = new Map([...matches.pages, ...matches.files].map(([item, { id }]) => [item, id]))
    const answered =
      (await insertFiles({ doing, owner, draft, ids, failed }, missing.files)) &&
      (await insertPages({ doing, owner, draft, ids, failed }, missing.pages))
    // Every answer came, and named everything: there is nothing to look for.
    if (answered && isComplete(missing, ids, failed)) return { ...matches, ...withIds(ids) }
  }
}

function isComplete(
  { files, pages }: ReturnType<typeof missingOf>,
  ids: ReadonlyMap<StateItem, string>,
  failed: ReadonlySet<StateItem>,
): boolean {
  return [...files, ...pages.map(node => node.item)].every(item => ids.has(item) || failed.has(item))
}

function withIds(ids: ReadonlyMap<StateItem, string>): Pick<Matched, 'pages' | 'files'> {
  const all = [...ids].map(([item, id]) => [item, { id }] as [StateItem, { id: string }])
  const isFile = ([item]: [StateItem, unknown]) => item.kind.endsWith('file')
  return { pages: all.filter(one => !isFile(one)), files: all.filter(isFile) }
}

interface Skeleton {
  doing: Doing
  owner: StateItem
  draft: Draft
  /** In the draft, as far as known. */
  ids: Map<StateItem, string>
  /** Of which the platform wants nothing. */
  failed: Set<StateItem>
}

/** False when an answer was unclear: what is there has to be read again. */
async function insertFiles(skeleton: Skeleton, files: readonly StateItem[]): Promise<boolean> {
  const { doing, owner, draft, ids } = skeleton
  const refs = new Map(files.map(file => [file, file.id]))
  for await (const batch of fileBatches(doing, files)) {
    const insert = async (part: Readonly<typeof batch>) => {
      const changes = [{ type: 'insert_files', files: part.map(one => one.change) }]
      const answer = await send(doing, owner, draft, changes)
      for (const [item, id] of namedBy(answer?.files, refs)) ids.set(item, id)
      return answer !== null
    }
    if (!(await sendInHalves(batch, insert, ({ item }, error) => fail(skeleton, item, error)))) return false
  }
  return true
}

function fail({ doing, failed }: Skeleton, item: StateItem, error: unknown): void {
  failed.add(item)
  doing.fail(aboutOf(item), error)
}

function missingOf(
  doing: Doing,
  owner: StateItem,
  matches: ContentMatches,
  wanted: Wanted,
  failed: ReadonlySet<StateItem>,
) {
  const matched = [...matches.pages, ...matches.files].map(([item]) => item)
  const there = new Set<StateItem>([...matched, ...failed])
  const prefix = owner.kind === 'space' ? '' : 'change-request-'
  const files = doing.source.list(`${prefix}file`, owner)
  return {
    files: files.filter(one => !there.has(one) && (wanted.files?.has(one.id) ?? true)),
    pages: [...walkTree(treeOf(doing.source, owner))].filter(
      ({ item }) => !there.has(item) && (wanted.pages?.has(item.id) ?? true),
    ),
  }
}

/** Parents stand before their children; one of the same batch is named by its `ref`. */
async function insertPages(skeleton: Skeleton, nodes: readonly TreeNode[]): Promise<boolean> {
  for (let at = 0; at < nodes.length; at += MOST_CHANGES) {
    const part = nodes.slice(at, at + MOST_CHANGES)
    const insert = (some: readonly TreeNode[]) => insertPart(skeleton, some)
    if (!(await sendInHalves(part, insert, ({ item }, error) => fail(skeleton, item, error)))) return false
  }
  return true
}

async function insertPart(skeleton: Skeleton, nodes: readonly TreeNode[]): Promise<boolean> {
  const { doing, owner, draft, ids, failed } = skeleton
  const orphan = nodes.find(({ above }) => above !== null && failed.has(above))
  if (orphan) return insertWithout(skeleton, nodes, orphan)
  const refs = new Map(nodes.map(({ item }, index) => [item, `page${index}`]))
  const parentOf = (above: StateItem | null) =>
    above === null ? undefined : (ids.get(above) ?? refs.get(above))
  const changes = nodes.map(({ item, above }) => insertion(item, refs.get(item), parentOf(above)))
  const answer = await send(doing, owner, draft, changes)
  for (const [item, id] of namedBy(answer?.created, refs)) ids.set(item, id)
  return answer !== null
}

/** What stood under a page that is not there does not come at the root instead. */
function insertWithout(skeleton: Skeleton, nodes: readonly TreeNode[], orphan: TreeNode): Promise<boolean> {
  fail(skeleton, orphan.item, new NotMapped('page', orphan.above?.id ?? ''))
  const rest = nodes.filter(one => one !== orphan)
  return rest.length === 0 ? Promise.resolve(true) : insertPart(skeleton, rest)
}

const FIELDS = ['slug', 'emoji', 'icon', 'description', 'hidden', 'noIndex', 'noRobotsIndex', 'condition']

function insertion(item: StateItem, ref: string | undefined, into: string | undefined): Change {
  return { type: 'insert_page', ...(ref ? { ref } : {}), ...(into ? { into } : {}), ...fieldsOf(item) }
}

/** What a batch can say of a page beside its body. */
export function fieldsOf({ json }: StateItem): Record<string, unknown> {
  const set = FIELDS.flatMap(name => {
    const value = json[name]
    const empty = value === undefined || value === null || value === '' || value === false
    return empty ? [] : [[name, value]]
  })
  return { title: textOf(json.title) || 'Untitled', ...Object.fromEntries(set) }
}

function namedBy(list: unknown, refs: ReadonlyMap<StateItem, string>) {
  const made = new Map(
    listOf(list).flatMap(one => {
      const fields = recordOf(one)
      return fields && typeof fields.ref === 'string' ? [[fields.ref, String(fields.id)] as const] : []
    }),
  )
  return [...refs].flatMap(([item, ref]) => {
    const id = made.get(ref)
    return id === undefined ? [] : [[item, id] as const]
  })
}

/** Bodies of the pages, each with the ids that are known now. */
export async function writeBodies(
  doing: Doing,
  owner: StateItem,
  draft: Draft,
  pages: readonly StateItem[],
): Promise<void> {
  for await (const batch of bodyBatches(doing, owner, pages)) {
    const write = async (part: Readonly<typeof batch>) => {
      const changes = part.map(one => one.change)
      return (await send(doing, owner, draft, changes)) !== null
    }
    await sendInHalves(batch, write, ({ item }, error) => doing.fail(aboutOf(item), error))
  }
}

/**
 * Null: whether the platform took it is not known, and whoever computes the next batch looks. Changes that may be made
 * twice (`update_page`) are.
 */
export async function send(
  doing: Doing,
  owner: StateItem,
  { space, changeRequest }: Draft,
  changes: readonly Change[],
): Promise<Readonly<Record<string, unknown>> | null> {
  const { platform } = doing
  const inserting = changes.some(({ type }) => type !== 'update_page')
  const answer = await doing.write<Readonly<Record<string, unknown>> | 'unclear'>(
    `${inserting ? 'insert' : 'edit'} ${owner.kind} ${owner.path}`,
    () => platform.changeRequests.edit(space, changeRequest, { changes }),
    async () => (inserting ? 'unclear' : null),
  )
  return answer === 'unclear' ? null : answer
}
