/**
 * Gets the bodies of one item: from the vault where their key is known, else from the platform, never twice.
 */
import { readFile, rm, stat } from 'node:fs/promises'
import { NotFound, OperationGone, TruncatedBody } from '../platform/errors.ts'
import { makeHold, SMALL_BYTES } from '../platform/room.ts'
import type { Body, BodyDownload, NotOfferedBody } from '../resources/resource.ts'
import type { GroupItem } from './group.ts'
import { nearestAbove, type ParentNode } from './parent-node.ts'
import type { Fetched, Part } from './part.ts'
import type { BackupRun } from './run.ts'
import { spoolDownload } from './spool.ts'

/** `stale`: the platform has moved on since the item was listed. */
export type Bodies = { parts: Part[] } | 'stale'

/** What was stored within one reading and may be similar to what comes: the base for a delta. */
export type Families = Map<string, { sizeBytes: number; content: number }[]>

/** Downloads larger than this are believed. */
const COMPARED_BYTES = 8 * 1024 * 1024

/** Bytes that differ more in size than this share are not tried. */
const LIKE_ENOUGH = 0.25

export async function getBodies(
  run: BackupRun,
  one: GroupItem,
  parent: ParentNode,
  families: Families,
): Promise<Bodies> {
  const wanted = one.resource.bodies?.(run.platform, one.item, one.place) ?? []
  const owner = nearestAbove(parent, one.resource.bodiesUnder ?? parent.kind)
  const current =
    wanted.length > 0 ? run.writer.current(parent.key, one.resource.kind, one.resource.id(one.item)) : null
  const likeness = one.resource.likeness?.(one.item)
  const baseOf = (name: string) => current?.parts.get(name)?.content ?? mostAlike(families, likeness)
  const gotten = await Promise.all(
    wanted.map(async body => {
      const known = mustFetchAgain(run, body) ? null : run.writer.findBody(owner.key, body)
      const part = known ? { name: body.name, ...known } : await fetchOnce(run, body, owner, baseOf)
      if (isNotOffered(part)) {
        assertNeverOffered(run, part.notOffered, current?.parts.has(body.name) ?? false)
        noteNotOffered(run, one, body, part.notOffered)
        return 'nothing'
      }
      if (typeof part !== 'object') return part
      if (likeness) remember(families, likeness, part.content)
      const announced = 'url' in body.source ? body.source.sizeBytes : null
      return announced === null ? part : { ...part, announced }
    }),
  )
  if (gotten.includes('stale')) return 'stale'
  return { parts: gotten.filter(part => typeof part === 'object') }
}

function mustFetchAgain(run: BackupRun, { source }: Body): boolean {
  return run.settings.exact && 'url' in source && source.replaceable === true
}

type Likeness = { family: string; sizeBytes: number }

function mostAlike(families: Families, likeness: Likeness | undefined): number | undefined {
  if (!likeness) return undefined
  const distance = (one: { sizeBytes: number }) => Math.abs(one.sizeBytes - likeness.sizeBytes)
  let best: { sizeBytes: number; content: number } | undefined
  for (const one of families.get(likeness.family) ?? [])
    if (!best || distance(one) < distance(best)) best = one
  return best && distance(best) <= likeness.sizeBytes * LIKE_ENOUGH ? best.content : undefined
}

function remember(families: Families, { family, sizeBytes }: Likeness, content: number): void {
  const members = families.get(family) ?? []
  members.push({ sizeBytes, content })
  families.set(family, members)
}

/** Several change requests may name the same body at the same time: one of them fetches it. */
function fetchOnce(
  ...[run, body, owner, baseOf]: Parameters<typeof fetchBody>
): ReturnType<typeof fetchBody> {
  const label = JSON.stringify([owner.key, body.key, body.name])
  const underWay = run.fetching.get(label)
  if (underWay) return underWay
  const fetched = fetchBody(run, body, owner, baseOf).finally(() => run.fetching.delete(label))
  run.fetching.set(label, fetched)
  return fetched
}

async function fetchBody(
  run: BackupRun,
  body: Body,
  owner: ParentNode,
  /** Asked when the bytes are there: by then a similar file may have come. */
  baseOf: (name: string) => number | undefined,
): Promise<Fetched> {
  if ('url' in body.source) return storeDownload(run, body, body.source, owner, baseOf)
  const hold = makeHold()
  try {
    const answer = await body.source.read(hold)
    if ('notOffered' in answer) return answer
    if (answer.key === '') return 'stale'
    const name = { key: answer.key, name: body.name }
    const stored = await run.writer.putBody(owner.key, name, answer.bytes, { base: baseOf(body.name) })
    if (answer.key !== body.key) return 'stale'
    const isSmall = answer.bytes.length <= SMALL_BYTES
    return { name: body.name, ...stored, ...(isSmall ? { bytes: answer.bytes } : {}) }
  } finally {
    hold.leave()
  }
}

async function storeDownload(
  run: BackupRun,
  body: Body,
  source: BodyDownload,
  owner: ParentNode,
  baseOf: (name: string) => number | undefined,
): Promise<Part | 'nothing'> {
  const spooled = await spoolDownload(run.platform, source, run.writer.spoolFolder()).catch(error => {
    if (source.mayBeMissing && error instanceof NotFound) return null
    throw error
  })
  if (spooled === null) return keptOf(run, body, owner)
  if (source.sizeBytes === null && 'file' in spooled) await assertNotCut(run, body, owner, spooled.file)
  const options = { base: baseOf(body.name) }
  const stored =
    'file' in spooled
      ? await run.writer.putBodyFile(owner.key, body, spooled.file, options)
      : await run.writer.putBody(owner.key, body, spooled.bytes, options)
  return { name: body.name, content: stored.content, digest: stored.digest }
}

/** Nothing but the bytes of before tells that a download without an announced size was cut. */
async function assertNotCut(run: BackupRun, body: Body, owner: ParentNode, file: string): Promise<void> {
  const known = run.writer.findBody(owner.key, body)
  if (known === null || (await stat(file)).size > COMPARED_BYTES) return
  const [before, now] = [run.vault.read(known.content), await readFile(file)]
  if (now.length >= before.length || !before.subarray(0, now.length).equals(now)) return
  await rm(file, { force: true })
  const message = `the download has only the first ${now.length} of ${before.length} bytes of before`
  throw new TruncatedBody(message, { operation: 'download' })
}

/** Bytes that were there once are worth keeping, whatever became of their address. */
function keptOf(run: BackupRun, body: Body, owner: ParentNode): Part | 'nothing' {
  const known = run.writer.findBody(owner.key, body)
  return known ? { name: body.name, ...known } : 'nothing'
}

function isNotOffered(part: Part | NotOfferedBody | string): part is NotOfferedBody {
  return typeof part === 'object' && 'notOffered' in part
}

/** What was there before is not given up because of one answer: it becomes a gap, and is asked for again. */
function assertNeverOffered(run: BackupRun, operation: string, isInBase: boolean): void {
  const { capabilities } = run.platform
  if (run.settings.shrinkGuardPercent === 0) return
  if (!isInBase && !capabilities.wasOffered(operation)) return
  throw new OperationGone(operation, capabilities.absence(operation) === 'refused' ? 'refused' : 'not-found')
}

function noteNotOffered(run: BackupRun, one: GroupItem, body: Body, operation: string): void {
  const kind = one.resource.kind
  const reason = run.platform.capabilities.absence(operation) === 'refused' ? 'not allowed' : 'not offered'
  run.notOffered.set(`${kind} ${body.name}`, { kind, part: body.name, operation, reason })
}
