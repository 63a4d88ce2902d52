/**
 * One resource as a snapshot has it, beside the same as the platform has it now. What is noise in a diff is none here.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { endsTheRun } from '../../backup/gap.ts'
import { type Spooled, spoolDownload } from '../../backup/spool.ts'
import { withoutSignatures } from '../../backup/store-item.ts'
import { fieldChanges } from '../../diff/field-changes.ts'
import { type Digest, digestOf } from '../../model/digest.ts'
import { isFields } from '../../model/fields.ts'
import { InvalidResponse, OperationGone, Unauthorized } from '../../platform/errors.ts'
import { makeHold } from '../../platform/room.ts'
import type { PartSource, Resource } from '../../resources/resource.ts'
import type { StoredPart, StoredResource, Vault } from '../../vault/vault.ts'
import type { LiveItem, LiveView } from './live-view.ts'
import type { SpotCheck, SpotState } from './types.ts'

export interface Comparison {
  state: SpotState
  about: readonly string[]
}

export async function compareWithLive(
  check: SpotCheck,
  view: LiveView,
  stored: StoredResource,
): Promise<Comparison> {
  try {
    const live = await view.find(stored)
    if (live === null) return { state: 'gone', about: [] }
    const about = [
      ...fieldsThatDiffer(check.vault, stored, live),
      ...(await partsThatDiffer(check, view, stored, live)),
    ]
    if (about.length === 0) return { state: 'same', about }
    return { state: (await live.isUnmoved()) ? 'wrong' : 'changed', about }
  } catch (error) {
    if (check.signal?.aborted || error instanceof Unauthorized || endsTheRun(error)) throw error
    return { state: 'unread', about: [error instanceof Error ? error.message : String(error)] }
  }
}

function fieldsThatDiffer(vault: Vault, stored: StoredResource, { resource, item }: LiveItem): string[] {
  const now = withoutSignatures(resource, resource.stored?.(item) ?? item)
  const before = vault.readJson(stored)
  if (!isFields(before) || !isFields(now)) return ['(all)']
  return fieldChanges(resource, before, now).map(({ path }) => path)
}

/** Only what the snapshot has: what a body was then is not known of one that it was not asked for. */
async function partsThatDiffer(
  check: SpotCheck,
  view: LiveView,
  stored: StoredResource,
  { resource, item, readContext }: LiveItem,
): Promise<string[]> {
  const differing: string[] = []
  for (const source of resource.bodies?.(check.platform, item, readContext) ?? []) {
    const part = stored.parts.find(({ name }) => name === source.name)
    if (part === undefined) continue
    if (!(await isSamePart({ check, view, resource }, part, source))) differing.push(`(${source.name})`)
  }
  return differing
}

interface Reading {
  check: SpotCheck
  view: LiveView
  resource: Resource
}

async function isSamePart(
  { check, view, resource }: Reading,
  part: StoredPart,
  { name, key, origin }: PartSource,
): Promise<boolean> {
  if ('url' in origin)
    return (await digestOfDownload(await spoolDownload(check.platform, origin, view.folder))) === part.digest
  const hold = makeHold()
  try {
    const answer = await origin.read(hold)
    if ('notOffered' in answer) throw new OperationGone(answer.notOffered, 'not-found')
    if (answer.key !== key) throw new MovedOn()
    if (digestOf(answer.bytes) === part.digest) return true
    const meaning = (bytes: Buffer) => resource.meaningOfBody?.(name, bytes)
    const now = meaning(answer.bytes)
    return now !== undefined && now === meaning(check.vault.read(part.content))
  } finally {
    hold.leave()
  }
}

async function digestOfDownload(spooled: Spooled): Promise<Digest> {
  if ('bytes' in spooled) return digestOf(spooled.bytes)
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(spooled.file), hash)
    return hash.digest('hex')
  } finally {
    await rm(spooled.file, { force: true })
  }
}

class MovedOn extends InvalidResponse {
  constructor() {
    super('changed while it was read', { operation: 'content' })
  }
}
