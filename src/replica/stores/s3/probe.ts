/**
 * What a store really does, found out by trying: several take a condition, a digest or a lock, and do nothing with it.
 * A lock that holds leaves its object behind for a minute, under a delete marker; the next probe takes it.
 */
import { randomUUID } from 'node:crypto'
import { digestOf } from '../../../model/digest.ts'
import { DocvaultError } from '../../../model/errors.ts'
import { TargetFull, TargetUnreachable } from '../../errors.ts'
import { PROBES } from '../../layout.ts'
import type { StoreCapabilities } from '../../store.ts'
import { head, list } from './reading.ts'
import { attempted, placeOf, type S3Session } from './session.ts'
import { listVersions } from './versions.ts'
import { inputOf, put, type Sent } from './writing.ts'

const WRITERS = 4
const LOCK_MS = 60_000

export async function probe(session: S3Session): Promise<StoreCapabilities> {
  const key = `${PROBES}${randomUUID()}`
  try {
    await write(session, `${key}-first`, '1')
    return {
      conditionalCreate: await isConditional(session, `${key}-condition`),
      checksums: await comparesDigests(session, `${key}-digest`),
      versions: await keepsVersions(session, `${key}-version`),
      locks: await holdsLocks(session, `${key}-lock`),
    }
  } finally {
    await cleanUp(session)
  }
}

function sentAs(key: string, text: string): { sent: Sent; sha256: string } {
  const bytes = Buffer.from(text)
  return { sent: { key, bytes }, sha256: digestOf(bytes) }
}

async function write(session: S3Session, key: string, text: string): Promise<void> {
  const { sent, sha256 } = sentAs(key, text)
  await put(session, sent, { sha256 })
}

/** Of several writers at the same moment one makes it, and what is there is replaced only by its tag. */
async function isConditional(session: S3Session, key: string): Promise<boolean> {
  const conditional = (condition: { IfNoneMatch: string } | { IfMatch: string }) => async (text: string) => {
    const { sent, sha256 } = sentAs(key, text)
    const command = new session.sdk.PutObjectCommand({ ...inputOf(session, sent, { sha256 }), ...condition })
    return succeeds(session, key, () => session.client.send(command))
  }
  const texts = Array.from({ length: WRITERS }, (_, index) => `${index}`)
  const made = await Promise.all(texts.map(conditional({ IfNoneMatch: '*' })))
  if (made.filter(Boolean).length !== 1) return false
  const tag = (await head(session, key))?.tag ?? ''
  return (
    (await conditional({ IfMatch: tag })('by its tag')) &&
    !(await conditional({ IfMatch: tag })('by an old one'))
  )
}

/** Bytes with the digest of others are refused, and the digest of what was taken is told. */
async function comparesDigests(session: S3Session, key: string): Promise<boolean> {
  const { sent, sha256 } = sentAs(key, 'sent')
  const other = inputOf(session, sent, { sha256: digestOf('another') })
  if (await succeeds(session, key, () => session.client.send(new session.sdk.PutObjectCommand(other))))
    return false
  await put(session, sent, { sha256 })
  return (await head(session, key))?.sha256 === sha256
}

async function keepsVersions(session: S3Session, key: string): Promise<boolean> {
  await write(session, key, '1')
  await write(session, key, '2')
  const kept: string[] = []
  return succeeds(session, key, async () => {
    for await (const { versionId } of listVersions(session, key)) kept.push(versionId)
  }).then(listed => listed && kept.length === 2)
}

/** It says that it is locked, and refuses to remove it. The time is the store's own. */
async function holdsLocks(session: S3Session, key: string): Promise<boolean> {
  const { sent, sha256 } = sentAs(key, 'locked')
  const now = (await head(session, `${key.replace(/-lock$/, '')}-first`))?.modifiedAt ?? Date.now()
  const lockedUntil = now + LOCK_MS
  const input = inputOf(session, sent, { sha256, lockedUntil })
  if (!(await succeeds(session, key, () => session.client.send(new session.sdk.PutObjectCommand(input)))))
    return false
  const found = await head(session, key)
  if (found?.lockedUntil === undefined || found.versionId === undefined) return false
  const place = { ...placeOf(session, key), VersionId: found.versionId }
  return !(await succeeds(session, key, () =>
    session.client.send(new session.sdk.DeleteObjectCommand(place)),
  ))
}

/** A refusal is an answer; no answer, and no room, are none. */
async function succeeds(session: S3Session, key: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await attempted(session, key, work)
    return true
  } catch (error) {
    if (!(error instanceof DocvaultError)) throw error
    if (error instanceof TargetUnreachable || error instanceof TargetFull) throw error
    return false
  }
}

/** Versions where that is allowed, and then what a list still shows. */
async function cleanUp(session: S3Session): Promise<void> {
  const take = (key: string, version: { VersionId?: string }) => {
    const command = new session.sdk.DeleteObjectCommand({ ...placeOf(session, key), ...version })
    return succeeds(session, key, () => session.client.send(command))
  }
  await succeeds(session, PROBES, async () => {
    for await (const { key, versionId } of listVersions(session, PROBES))
      await take(key, { VersionId: versionId })
  })
  for await (const { key } of list(session, PROBES)) await take(key, {})
}
