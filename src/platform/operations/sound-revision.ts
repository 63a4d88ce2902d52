/**
 * Takes a revision apart into what is as the API promises and what is not, so that one odd page, file or reusable
 * content does not cost the others. Refuses an answer whose own fields are wrong, or with more than a hundred odd parts.
 */

import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { type Fields, recordOf } from '../../model/fields.ts'
import { giveWay } from '../../model/give-way.ts'
import { inTurns, type Stepwise } from '../../model/stepwise.ts'
import type { Caller } from '../caller.ts'
import { InvalidResponse, type UnreadableItem } from '../errors.ts'
import { isNestedDeeper, isShape, MOST_LEVELS, wrongIn } from '../parse.ts'
import type { Hold } from '../room.ts'
import { isId } from '../round-trip.ts'
import { treeQuery } from './content-reads.ts'
import {
  fileSchema,
  type Page,
  pageItselfSchema,
  type Revision,
  type RevisionFrame,
  reusableContentSchema,
  revisionFrameSchema,
} from './content-shapes.ts'

/** A page, file or reusable content of a revision that could not be read. */
export interface UnreadablePart extends UnreadableItem {
  /** Others, of which nothing is known, may be meant by it or stand below it. */
  hides: boolean
  isGroup: boolean
}

export interface SoundRevision extends Revision {
  /** Those of the tree that have an id are in `pages` by it, so that what stands below them is in its place. */
  unreadable: Readonly<Record<'pages' | 'files' | 'reusableContents', readonly UnreadablePart[]>>
}

const MOST_UNREADABLE = 100
/** A level of the tree is an object and its list; so is the revision. */
const MOST_TREE_LEVELS = Math.floor((MOST_LEVELS - 2) / 2)

export async function getSoundRevision(
  caller: Caller,
  operation: string,
  path: readonly string[],
  hold: Hold | undefined,
): Promise<SoundRevision> {
  const frame = await caller.getDeep([operation, path, treeQuery, hold], revisionFrameSchema)
  return inTurns(soundRevision(frame, operation), giveWay)
}

/** A step for each page. */
function* soundRevision(frame: RevisionFrame, operation: string): Stepwise<SoundRevision> {
  const { pages, files, reusableContents, ...own } = frame
  if (isNestedDeeper(own, MOST_LEVELS)) throw new InvalidResponse(TOO_DEEP, { operation })
  const tree = new TreeReading()
  const soundPages = yield* tree.read(pages, 1)
  const soundFiles = readList(files, fileSchema)
  const soundContents = readList(reusableContents ?? [], reusableContentSchema)
  const unreadable = {
    pages: tree.unreadable,
    files: soundFiles.unreadable,
    reusableContents: soundContents.unreadable,
  }
  assertMostlySound(Object.values(unreadable).flat(), operation)
  return {
    ...own,
    pages: soundPages,
    files: soundFiles.items,
    ...(reusableContents ? { reusableContents: soundContents.items } : {}),
    unreadable,
  }
}

const TOO_DEEP = `a field is nested more than ${MOST_LEVELS} levels deep`

function assertMostlySound(unreadable: readonly UnreadablePart[], operation: string): void {
  const [first] = unreadable
  if (first === undefined || unreadable.length <= MOST_UNREADABLE) return
  const message = `${unreadable.length} of its parts could not be read, the first because of ${first.message}`
  throw new InvalidResponse(message, { operation })
}

class TreeReading {
  readonly unreadable: UnreadablePart[] = []
  readonly #positions = new Map<string, number>()
  #position = 0;

  *read(nodes: readonly unknown[], level: number): Stepwise<Page[]> {
    const read: Page[] = []
    for (const node of nodes) read.push(...(yield* this.#readNode(node, level)))
    return read
  }

  *#readNode(value: unknown, level: number): Stepwise<Page[]> {
    yield
    const position = ++this.#position
    const { pages, ...own } = recordOf(value) ?? {}
    const id = idIn(own)
    const leaveOut = (message: string, hides: boolean) =>
      this.unreadable.push({ id, position, message, hides, isGroup: own.type === 'group' })
    if (id === null) {
      leaveOut(wrongIn(own, pageItselfSchema) ?? 'it has no id', true)
      return []
    }
    const first = this.#positions.get(id)
    if (first !== undefined) {
      leaveOut(`its id is that of item ${first}, too`, hasMore(pages))
      return []
    }
    this.#positions.set(id, position)
    const below = yield* this.#readBelow(pages, level)
    const isSound = isSoundPart(own, pageItselfSchema, level * 2)
    const message = isSound ? wrongBelow(pages, below) : wrongWith(own, pageItselfSchema, level * 2)
    if (message !== null) leaveOut(message, below === null)
    const node = isSound && message === null ? own : { id, title: '' }
    return [below === null || below.length === 0 ? node : { ...node, pages: below }]
  }

  /** Null when it cannot be read. */
  *#readBelow(pages: unknown, level: number): Stepwise<Page[] | null> {
    if (!hasMore(pages)) return []
    return Array.isArray(pages) && level < MOST_TREE_LEVELS ? yield* this.read(pages, level + 1) : null
  }
}

function hasMore(pages: unknown): boolean {
  return pages !== undefined && pages !== null && !(Array.isArray(pages) && pages.length === 0)
}

function wrongBelow(pages: unknown, below: readonly Page[] | null): string | null {
  if (below !== null) return null
  return Array.isArray(pages)
    ? `what stands below it is nested more than ${MOST_TREE_LEVELS} levels deep`
    : 'pages: expected a list'
}

/** The same one twice is there once; two that share an id are not told apart. */
function readList<S extends z.ZodType<{ id: string }>>(values: readonly unknown[], schema: S) {
  const items = new Map<string, z.infer<S>>()
  const unreadable: UnreadablePart[] = []
  for (const [index, value] of values.entries()) {
    const id = idIn(recordOf(value) ?? {})
    const leaveOut = (message: string) =>
      unreadable.push({ id, position: index + 1, message, hides: id === null, isGroup: false })
    if (!isSoundPart(value, schema, 2)) {
      leaveOut(wrongWith(value, schema, 2))
      continue
    }
    const known = items.get(value.id)
    if (known === undefined) items.set(value.id, value)
    else if (!isDeepStrictEqual(known, value)) leaveOut('its id is that of another one, too')
  }
  for (const { id } of unreadable) if (id !== null) items.delete(id)
  return { items: [...items.values()], unreadable }
}

/** What is sound, nearly everything, is looked at once. */
function isSoundPart<S extends z.ZodType>(value: unknown, schema: S, above: number): value is z.infer<S> {
  return !isNestedDeeper(value, MOST_LEVELS - above) && isShape(value, schema)
}

function wrongWith(value: unknown, schema: z.ZodType, above: number): string {
  if (isNestedDeeper(value, MOST_LEVELS - above)) return TOO_DEEP
  return wrongIn(value, schema) ?? 'unexpected shape'
}

function idIn({ id }: Fields): string | null {
  return typeof id === 'string' && isId(id) ? id : null
}
