/**
 * Reads everything that a snapshot holds, as a restore would: every stored JSON and body is decoded and hashed, every
 * page renders to Markdown, every file has all its bytes. What is damaged is named, and nothing stops at the first.
 */

import { renderDocument } from '../dialect/render/render-document.ts'
import { DamageFound } from '../model/errors.ts'
import { type Fields, recordOf } from '../model/fields.ts'
import type { Kind } from '../model/resource.ts'
import { formatRef } from '../model/resource.ts'
import { kindInSpace } from '../resources/drafts.ts'
import { isItemsOwn } from '../restore/apply/item-failures.ts'
import { KnownContents } from '../restore/known-contents.ts'
import type { StoredResource, Vault } from '../vault/vault.ts'

export interface ReadThrough {
  pages: number
  files: number
  bytes: number
  damaged: Damaged[]
  /** Whole, and nothing that docvault can make a page of. */
  odd: Damaged[]
}

export interface Damaged {
  kind: Kind
  id: string
  /** Title or name, where that can still be read. */
  label: string
  message: string
}

export interface ReadThroughWish {
  /** Ids; absent: all. */
  spaces?: readonly string[] | undefined
  signal?: AbortSignal | undefined
  /** Filled with what is read. */
  known?: KnownContents | undefined
}

export async function readThrough(
  vault: Vault,
  snapshot: number,
  { spaces, signal, known = new KnownContents() }: ReadThroughWish,
): Promise<ReadThrough> {
  const found: ReadThrough = { pages: 0, files: 0, bytes: 0, damaged: [], odd: [] }
  // As they lie in the vault, so that no block is decoded for each of its contents.
  const keys = Array.from(vault.resources(snapshot), ({ key }) => key).sort((a, b) => a - b)
  for (const key of keys) {
    signal?.throwIfAborted()
    const resource = vault.at(snapshot, key)
    if (resource === null) throw new Error(`resource ${key} of snapshot ${snapshot} went away`)
    if (spaces !== undefined && !isWithin(vault, resource, spaces)) continue
    try {
      await readOne({ vault, known, found }, resource)
    } catch (error) {
      if (!isItemsOwn(error)) throw error
      const list = error instanceof DamageFound ? found.damaged : found.odd
      list.push(describe(vault, resource, error instanceof Error ? error.message : String(error)))
    }
  }
  return found
}

interface Reading {
  vault: Vault
  known: KnownContents
  found: ReadThrough
}

async function readOne({ vault, known, found }: Reading, resource: StoredResource): Promise<void> {
  known.json(resource.content, () => vault.readJson(resource))
  for (const part of resource.parts) {
    if (part.name === 'bytes') found.bytes += await drain(vault, part.content)
    else {
      const bytes = vault.read(part.content)
      found.bytes += bytes.length
      if (part.name === 'document') {
        const document = rendered(bytes)
        known.outline(part.content, () => document)
      }
    }
  }
  if (kindInSpace(resource.kind) === 'page') found.pages++
  if (kindInSpace(resource.kind) === 'file') found.files++
}

async function drain(vault: Vault, content: number): Promise<number> {
  let bytes = 0
  for await (const chunk of vault.readStream(content)) bytes += Buffer.from(chunk).length
  return bytes
}

const NO_LINKS = { page: () => null, file: () => null, reusableContent: () => null, other: () => null }

function rendered(bytes: Buffer): Fields | null {
  const value: unknown = JSON.parse(bytes.toString())
  if (value !== null) renderDocument(value, NO_LINKS)
  return recordOf(value)
}

function isWithin(vault: Vault, { key, kind, id }: StoredResource, spaces: readonly string[]): boolean {
  if (kind === 'space') return spaces.includes(id)
  for (let ref = vault.ref(key).parent; ref !== null; ref = ref.parent)
    if (ref.kind === 'space') return spaces.includes(ref.id)
  return false
}

function describe(vault: Vault, resource: StoredResource, message: string): Damaged {
  return { kind: resource.kind, id: resource.id, label: labelOf(vault, resource), message }
}

function labelOf(vault: Vault, resource: StoredResource): string {
  try {
    const json = vault.readJson(resource)
    const fields = typeof json === 'object' && json !== null ? json : {}
    const name = 'title' in fields ? fields.title : 'name' in fields ? fields.name : null
    return typeof name === 'string' ? name : resource.id
  } catch {
    return formatRef(vault.ref(resource.key))
  }
}
