/**
 * Gets the bodies of one item: from the vault where their key is known, else from the platform, never twice.
 */
import { readFile, rm, stat } from 'node:fs/promises'
import { DEFERRED_PART } from '../model/deferred-part.ts'
import type { Kind } from '../model/resource.ts'
import type { NotOffered } from '../model/snapshot.ts'
import { NotFound, OperationGone, TruncatedBody } from '../platform/errors.ts'
import { makeHold, SMALL_BYTES } from '../platform/room.ts'
import type { BodyDownload, NotOfferedBody, PartSource } from '../resources/resource.ts'
import type { CurrentVersion, StoredContent, Vault } from '../vault/vault.ts'
import type { BackupContext } from './context.ts'
import type { GroupItem } from './group.ts'
import type { BackupKnowledge } from './knowledge.ts'
import { nearestAbove, type ParentNode } from './parent-node.ts'
import type { Fetched, Part } from './part.ts'
import { readKept } from './read-kept.ts'
import { noteNotOffered } from './record.ts'
import type { BackupSession } from './session.ts'
import { spoolDownload } from './spool.ts'

/** `stale`: the platform has moved on since the item was listed. */
export type Bodies = { parts: Part[] } | 'stale'

/** What was stored within one reading and may be similar to what comes: the base for a delta. */
export type Families = Map<string, { sizeBytes: number; content: number }[]>

/** Downloads larger than this are believed. */
const COMPARED_BYTES = 8 * 1024 * 1024

/** Bytes that differ more in size than this share are not tried. */
const LIKE_ENOUGH = 0.25

/** A body that the vault does not have, or may not have any more. */
interface WantedBody {
  body: PartSource
  /** Whose items share it. */
  owner: ParentNode
  /** What may be like it, for a delta. Asked when the bytes are there: by then a similar file may have come. */
  base(): number | undefined
}

export async function getBodies(
  session: BackupSession,
  { resource, item, readContext }: GroupItem,
  parent: ParentNode,
  families: Families,
): Promise<Bodies> {
  const { context, knowledge, record } = session
  const bodies = resource.bodies?.(context.platform, item, readContext) ?? []
  const owner = nearestAbove(parent, resource.bodiesUnder ?? parent.kind)
  const current =
    bodies.length > 0 ? context.writer.current(parent.key, resource.kind, resource.id(item)) : null
  const likeness = resource.likeness?.(item)
  const gotten = await Promise.all(
    bodies.map(async body => {
      const base = () => current?.parts.get(body.name)?.content ?? mostAlike(families, likeness)
      const wanted = { body, owner, base }
      if (resource.defersMarkdown && isPutOff(context, wanted, current)) return 'nothing'
      const part = await knownOrFetched(context, knowledge, wanted)
      if (isNotOffered(part)) {
        assertNeverOffered(context, part.notOffered, current?.parts.has(body.name) ?? false)
        noteNotOffered(record, lackOf(context, resource.kind, body, part.notOffered))
        return 'nothing'
      }
      if (typeof part !== 'object') return part
      if (likeness) remember(families, likeness, part.content)
      const announced = 'url' in body.origin ? body.origin.sizeBytes : null
      return announced === null ? part : { ...part, announced }
    }),
  )
  if (gotten.includes('stale')) return 'stale'
  return { parts: gotten.filter(part => typeof part === 'object') }
}

/** An item that had it goes on having it, and what the vault has costs nothing. */
function isPutOff(
  { writer, deferred }: BackupContext,
  { body, owner }: WantedBody,
  current: CurrentVersion | null,
): boolean {
  if (body.name !== DEFERRED_PART || current?.parts.has(body.name)) return false
  return writer.findBody(owner.key, body) === null && !deferred.takes(body.key)
}

async function knownOrFetched(
  context: BackupContext,
  knowledge: BackupKnowledge,
  wanted: WantedBody,
): Promise<Fetched> {
  const { body, owner } = wanted
  const known = mustFetchAgain(context, body) ? null : context.writer.findBody(owner.key, body)
  return known ? { name: body.name, ...known } : fetchOnce(context, knowledge, wanted)
}

function mustFetchAgain({ settings }: BackupContext, { origin }: PartSource): boolean {
  return settings.exact && 'url' in origin && origin.replaceable === true
}

type Likeness = { family: string; sizeBytes: number }

function mostAlike(families: Families, likeness: Likeness | undefined): number | undefined {
  if (!likeness) return undefined
  const distance = (member: { sizeBytes: number }) => Math.abs(member.sizeBytes - likeness.sizeBytes)
  let best: { sizeBytes: number; content: number } | undefined
  for (const member of families.get(likeness.family) ?? [])
    if (!best || distance(member) < distance(best)) best = member
  return best && distance(best) <= likeness.sizeBytes * LIKE_ENOUGH ? best.content : undefined
}

function remember(families: Families, { family, sizeBytes }: Likeness, content: number): void {
  const members = families.get(family) ?? []
  members.push({ sizeBytes, content })
  families.set(family, members)
}

/** Several change requests may name the same body at the same time: one of them fetches it. */
function fetchOnce(
  context: BackupContext,
  { fetching }: BackupKnowledge,
  wanted: WantedBody,
): Promise<Fetched> {
  const { body, owner } = wanted
  const label = JSON.stringify([owner.key, body.key, body.name])
  const underWay = fetching.get(label)
  if (underWay) return underWay
  const fetched = fetchBody(context, wanted).finally(() => fetching.delete(label))
  fetching.set(label, fetched)
  return fetched
}

async function fetchBody(context: BackupContext, wanted: WantedBody): Promise<Fetched> {
  const { body, owner, base } = wanted
  if ('url' in body.origin) return storeDownload(context, wanted, body.origin)
  const hold = makeHold()
  try {
    const answer = await body.origin.read(hold)
    if ('notOffered' in answer) return answer
    if (answer.key === '') return 'stale'
    const name = { key: answer.key, name: body.name }
    const stored = await context.writer.putBody(owner.key, name, answer.bytes, { base: base() })
    if (answer.key !== body.key) return 'stale'
    const isSmall = answer.bytes.length <= SMALL_BYTES
    return { name: body.name, ...stored, ...(isSmall ? { bytes: answer.bytes } : {}) }
  } finally {
    hold.leave()
  }
}

async function storeDownload(
  { platform, writer, vault }: BackupContext,
  { body, owner, base }: WantedBody,
  source: BodyDownload,
): Promise<Part | 'nothing'> {
  const known = () => writer.findBody(owner.key, body)
  const spooled = await spoolDownload(platform, source, writer.spoolFolder()).catch(error => {
    if (source.mayBeMissing && error instanceof NotFound) return null
    throw error
  })
  if (spooled === null) return keptOf(body, known())
  if (source.sizeBytes === null && 'file' in spooled) await assertNotCut(vault, known(), spooled.file)
  const options = { base: base() }
  const stored =
    'file' in spooled
      ? await writer.putBodyFile(owner.key, body, spooled.file, options)
      : await writer.putBody(owner.key, body, spooled.bytes, options)
  return { name: body.name, content: stored.content, digest: stored.digest }
}

/** Nothing but the bytes of before tells that a download without an announced size was cut. */
async function assertNotCut(vault: Vault, known: StoredContent | null, file: string): Promise<void> {
  if (known === null || (await stat(file)).size > COMPARED_BYTES) return
  const [before, now] = [readKept(vault, known.content), await readFile(file)]
  if (before === null || now.length >= before.length || !before.subarray(0, now.length).equals(now)) return
  await rm(file, { force: true })
  const message = `the download has only the first ${now.length} of ${before.length} bytes of before`
  throw new TruncatedBody(message, { operation: 'download' })
}

/** Bytes that were there once are worth keeping, whatever became of their address. */
function keptOf({ name }: PartSource, known: StoredContent | null): Part | 'nothing' {
  return known ? { name, ...known } : 'nothing'
}

function isNotOffered(part: Part | NotOfferedBody | string): part is NotOfferedBody {
  return typeof part === 'object' && 'notOffered' in part
}

/** What was there before is not given up because of one answer: it becomes a gap, and is asked for again. */
function assertNeverOffered(
  { settings, platform }: BackupContext,
  operation: string,
  isInBase: boolean,
): void {
  const { capabilities } = platform
  if (settings.shrinkGuardPercent === 0) return
  if (!isInBase && !capabilities.wasOffered(operation)) return
  throw new OperationGone(operation, capabilities.absence(operation) === 'refused' ? 'refused' : 'not-found')
}

function lackOf(
  { platform }: BackupContext,
  kind: Kind,
  { name }: PartSource,
  operation: string,
): NotOffered {
  const isRefused = platform.capabilities.absence(operation) === 'refused'
  return { kind, part: name, operation, reason: isRefused ? 'not allowed' : 'not offered' }
}
