/**
 * Files of a revision, and the signed URLs their bytes are downloaded from.
 *
 * The part of a URL before `?` is stable for a file's bytes; the signature differs in every answer and expires.
 */
import { createHmac } from 'node:crypto'
import { notFound } from '../protocol/api-error.ts'
import type { JsonObject } from './json-object.ts'
import type { Download, FileRecord, Revision } from './records/content.ts'
import type { World } from './world.ts'

const SIGNATURE_VALID_MS = 3_600_000

export function getFile(revision: Revision, id: string): FileRecord {
  const file = revision.fileById.get(id)
  if (file === undefined) throw notFound('file')
  return file
}

export function presentFile(world: World, file: FileRecord, metadata: boolean): JsonObject {
  const { git, ...rest } = file
  return { downloadURL: downloadUrl(world, file), ...rest, ...(metadata ? { git } : {}) }
}

function downloadUrl(world: World, file: FileRecord): string {
  const bytes = () => world.blobs.get(file.git.oid) ?? new Uint8Array()
  const handle = publishDownload(world, `${file.id}:${file.git.oid}`, {
    bytes,
    contentType: file.contentType,
  })
  return signedUrl(world, handle, file.name)
}

/** Makes bytes downloadable; the same `key` gives the same handle again. */
export function publishDownload(world: World, key: string, download: Download): string {
  const handle = sign(world, key)
  world.downloads.set(handle, download)
  return handle
}

export function signedUrl(world: World, handle: string, name: string): string {
  const expires = world.clock.now() + SIGNATURE_VALID_MS
  const nonce = world.nonces.text(8)
  const signature = sign(world, `${handle}.${expires}.${nonce}`)
  const path = `/_files/${handle}/${encodeURIComponent(name.toWellFormed())}`
  return `${world.origin}${path}?alt=media&token=${expires}.${nonce}.${signature}`
}

export function isValidSignature(world: World, handle: string, token: string): boolean {
  const [expires = '', nonce = '', signature = ''] = token.split('.')
  return Number(expires) > world.clock.now() && signature === sign(world, `${handle}.${expires}.${nonce}`)
}

function sign(world: World, text: string): string {
  return createHmac('sha256', world.signingKey).update(text).digest('base64url').slice(0, 32)
}
