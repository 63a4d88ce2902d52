/** Two lists of blocks as one list of changes. The same lists always give the same changes. */
import { diffArrays } from 'diff'
import { pairBlocks } from './align.ts'
import type { BlockChange, ComparableBlock, Comparison } from './comparison.ts'
import { type BlockAt, findMoves, type Moves } from './moves.ts'
import { mergeWords } from './words.ts'

const MOST_BLOCKS = 5000
const MOST_CHARACTERS = 2 * 1024 * 1024
const MOST_EDITS = 4000

/** Stretches that are the same, and those that were replaced by others. */
interface Stretch {
  isSame: boolean
  before: readonly BlockAt[]
  after: readonly BlockAt[]
}

export function compareBlocks(
  before: readonly ComparableBlock[],
  after: readonly ComparableBlock[],
): Comparison {
  const limits: string[] = []
  const isLarge =
    Math.max(before.length, after.length) > MOST_BLOCKS || sizeOf(before) + sizeOf(after) > MOST_CHARACTERS
  if (isLarge) limits.push('These bodies are too large to compare word by word: blocks are shown as a whole.')
  const stretches = stretchesOf(before, after, limits)
  const replaced = stretches.filter(({ isSame }) => !isSame)
  const moves = findMoves(
    replaced.flatMap(stretch => stretch.before),
    replaced.flatMap(stretch => stretch.after),
  )
  const blocks = stretches.flatMap(stretch =>
    stretch.isSame ? sameBlocks(stretch) : replacedBlocks(stretch, { moves, isLarge, limits }),
  )
  return { blocks, limits: [...new Set(limits)] }
}

function sizeOf(blocks: readonly ComparableBlock[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0)
}

function stretchesOf(
  before: readonly ComparableBlock[],
  after: readonly ComparableBlock[],
  limits: string[],
): Stretch[] {
  const [left, right] = [before, after].map(blocks => blocks.map(({ digest }) => digest))
  const [old, fresh] = [withPlaces(before), withPlaces(after)]
  const changes = diffArrays(left ?? [], right ?? [], { maxEditLength: MOST_EDITS })
  if (changes === undefined) {
    limits.push('These bodies are too different to be put beside each other: all of both is shown.')
    return [{ isSame: false, before: old, after: fresh }]
  }
  const stretches: Stretch[] = []
  let [at, to] = [0, 0]
  for (const { added, removed, count } of changes) {
    const isSame = !added && !removed
    const stretch = {
      isSame,
      before: added ? [] : old.slice(at, at + count),
      after: removed ? [] : fresh.slice(to, to + count),
    }
    at += stretch.before.length
    to += stretch.after.length
    const last = stretches.at(-1)
    if (last !== undefined && !last.isSame && !isSame)
      stretches.splice(-1, 1, {
        isSame,
        before: [...last.before, ...stretch.before],
        after: [...last.after, ...stretch.after],
      })
    else stretches.push(stretch)
  }
  return stretches
}

function withPlaces(blocks: readonly ComparableBlock[]): BlockAt[] {
  return blocks.map((block, place) => ({ block, place }))
}

const NO_HTML = { beforeHtml: null, afterHtml: null, wordsHtml: null }

function sameBlocks({ before, after }: Stretch): BlockChange[] {
  return after.map(({ block, place }, index) => ({
    ...NO_HTML,
    kind: 'same',
    before: before[index]?.place ?? null,
    after: place,
    place: 'both',
    afterHtml: block.render(),
  }))
}

interface Circumstances {
  moves: Moves
  isLarge: boolean
  limits: string[]
}

/** Up to each pair first what is gone, then what is new. */
function replacedBlocks({ before, after }: Stretch, circumstances: Circumstances): BlockChange[] {
  const { moves, limits } = circumstances
  const stayed = before.filter(({ place }) => !moves.to.has(place))
  const came = after.filter(({ place }) => !moves.from.has(place))
  const pairs = pairBlocks(
    stayed.map(({ block }) => block),
    came.map(({ block }) => block),
  )
  if (pairs === null)
    limits.push('Where much was replaced at once, no block is taken for a version of another.')
  const changes: BlockChange[] = []
  let [at, to] = [0, 0]
  const showUntil = (end: number, until: number) => {
    for (; at < end; at++) changes.push(...goneBlock(before[at], moves))
    for (; to < until; to++) changes.push(...newBlock(after[to], moves))
  }
  for (const pair of pairs ?? []) {
    const [old, fresh] = [stayed[pair.before], came[pair.after]]
    if (old === undefined || fresh === undefined) continue
    showUntil(before.indexOf(old), after.indexOf(fresh))
    changes.push(changedBlock(old, fresh, circumstances))
    at++
    to++
  }
  showUntil(before.length, after.length)
  return changes
}

function goneBlock(gone: BlockAt | undefined, { to }: Moves): BlockChange[] {
  if (gone === undefined) return []
  const after = to.get(gone.place) ?? null
  const kind = after === null ? 'removed' : 'moved'
  return [{ ...NO_HTML, kind, before: gone.place, after, place: 'before', beforeHtml: gone.block.render() }]
}

function newBlock(fresh: BlockAt | undefined, { from }: Moves): BlockChange[] {
  if (fresh === undefined) return []
  const before = from.get(fresh.place) ?? null
  const kind = before === null ? 'added' : 'moved'
  return [{ ...NO_HTML, kind, before, after: fresh.place, place: 'after', afterHtml: fresh.block.render() }]
}

function changedBlock(old: BlockAt, fresh: BlockAt, { isLarge, limits }: Circumstances): BlockChange {
  const isForm = old.block.text === fresh.block.text && old.block.text.trim() !== ''
  const isElsewhere = old.block.besides !== fresh.block.besides
  const isWordless =
    isForm || isLarge || isElsewhere || old.block.parts.join('') === fresh.block.parts.join('')
  const words = isWordless ? null : mergeWords(old.block.parts, fresh.block.parts)
  if (words === null && !isWordless && fresh.block.parts.length > 0)
    limits.push('Blocks with too many words to compare are shown as they were and as they became.')
  return {
    kind: isForm ? 'formatted' : 'changed',
    before: old.place,
    after: fresh.place,
    place: 'both',
    beforeHtml: old.block.render(),
    afterHtml: fresh.block.render(),
    wordsHtml: words === null ? null : fresh.block.renderWords(words),
  }
}
