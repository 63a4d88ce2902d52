/**
 * The platform as a source of lost bytes: each resource that a content is of is read again, as a spot check reads it, and what
 * it says now is offered. Whether these are the bytes that are looked for, whoever asked finds out.
 */
import { copyFile, readFile, rm } from 'node:fs/promises'
import { spoolDownload } from '../../backup/spool.ts'
import { withoutSignatures } from '../../backup/store-item.ts'
import { digestOf } from '../../model/digest.ts'
import { SourceUnavailable } from '../../model/errors.ts'
import { isSealed } from '../../model/snapshot.ts'
import { NotFound, PlatformError } from '../../platform/errors.ts'
import type { Organization } from '../../platform/operations/organizations.ts'
import { makeHold } from '../../platform/room.ts'
import type { PartSource } from '../../resources/resource.ts'
import {
  type ContentSource,
  type ContentUse,
  digestFile,
  type FoundBytes,
  HELD_BYTES,
  type OpenSource,
  type StoredResource,
  type WantedContent,
} from '../../vault/vault.ts'
import { type LiveItem, type LiveView, openLiveView } from '../spot/live-view.ts'
import { readableKinds } from '../spot/sample.ts'
import type { LiveReading } from '../spot/types.ts'

export interface PlatformReading extends Omit<LiveReading, 'organization' | 'snapshot'> {
  organizations(): Promise<readonly Organization[]>
}

const FROM = 'the platform'

export function makePlatformSource(reading: PlatformReading): ContentSource {
  return {
    async open(wanted) {
      if (wanted.length === 0) return { find: async () => null, close() {} }
      try {
        return openViews(reading, wanted, await reading.organizations())
      } catch (error) {
        return { find: () => Promise.reject(unavailable(reading, error)), close() {} }
      }
    },
  }
}

interface View {
  view: LiveView
  live: LiveReading
}

/** One for each organization: its newest snapshot says where things stand. */
function openViews(
  reading: PlatformReading,
  wanted: readonly WantedContent[],
  organizations: readonly Organization[],
): OpenSource {
  const kinds = readableKinds(reading)
  const views = new Map<string, View>()
  const storedOf = (live: LiveReading, { resource }: ContentUse): StoredResource | null => {
    const stored = reading.vault.at(live.snapshot.snapshot, resource)
    return stored !== null && kinds.has(stored.kind) ? stored : null
  }
  for (const organization of organizations) {
    const uses = wanted.flatMap(content => content.uses.filter(use => use.organization === organization.id))
    if (uses.length === 0) continue
    const newest = reading.vault.moments({ organization: organization.id }).findLast(isSealed)
    const snapshot = newest === undefined ? null : reading.vault.snapshot(newest.snapshot)
    // All that it has is forgotten or unfinished: nothing says where things stand.
    if (snapshot === null) continue
    const live = { ...reading, organization, snapshot }
    const sample = uses.flatMap(use => storedOf(live, use) ?? [])
    views.set(organization.id, { live, view: openLiveView(live, sample) })
  }
  return {
    async find(content) {
      for (const use of content.uses) {
        const own = views.get(use.organization)
        const stored = own === undefined ? null : storedOf(own.live, use)
        if (own === undefined || stored === null) continue
        const found = await offerOf(own, stored, use.part, content).catch(error => {
          throw unavailable(reading, error)
        })
        if (found !== null) return found
      }
      return null
    },
    close: () => views.forEach(({ view }) => void view.close()),
  }
}

/** Null where the platform shows it no more, or says something else of it now. */
async function offerOf(
  { view, live }: View,
  stored: StoredResource,
  part: string | null,
  wanted: WantedContent,
): Promise<FoundBytes | null> {
  try {
    const item = await view.find(stored)
    if (item === null) return null
    if (part === null) return held(jsonOf(item), wanted)
    const sources = item.resource.bodies?.(live.platform, item.item, item.readContext) ?? []
    for (const source of sources.filter(({ name }) => name === part)) {
      const found = await bodyOf({ view, live }, source, wanted)
      if (found !== null) return found
    }
    return null
  } catch (error) {
    if (error instanceof NotFound) return null
    throw error
  }
}

/** As a backup stores it. */
function jsonOf({ resource, item }: LiveItem): Buffer {
  return Buffer.from(JSON.stringify(withoutSignatures(resource, resource.stored?.(item) ?? item)))
}

async function bodyOf(
  { view, live }: View,
  { origin }: PartSource,
  wanted: WantedContent,
): Promise<FoundBytes | null> {
  if ('url' in origin) {
    const spooled = await spoolDownload(live.platform, origin, view.folder)
    return 'bytes' in spooled ? held(spooled.bytes, wanted) : inFile(spooled.file, wanted)
  }
  const hold = makeHold()
  try {
    const answer = await origin.read(hold)
    return 'notOffered' in answer ? null : held(Buffer.from(answer.bytes), wanted)
  } finally {
    hold.leave()
  }
}

function held(bytes: Buffer, { digest }: WantedContent): FoundBytes | null {
  if (digestOf(bytes) !== digest) return null
  return { from: FROM, bytes, writeTo: () => Promise.reject(new Error('these bytes are held')) }
}

/** It lies in the folder of the view, and goes with that. */
async function inFile(file: string, wanted: WantedContent): Promise<FoundBytes | null> {
  if (wanted.bytes <= HELD_BYTES) return held(await readFile(file), wanted)
  if ((await digestFile(file)) === wanted.digest)
    return { from: FROM, bytes: null, writeTo: to => copyFile(file, to) }
  await rm(file, { force: true })
  return null
}

/** An answer that is no answer: it may have the bytes all the same. */
function unavailable({ signal }: PlatformReading, error: unknown): unknown {
  if (signal?.aborted || !(error instanceof PlatformError)) return error
  return new SourceUnavailable(`the platform could not be asked (${error.message})`, { cause: error })
}
