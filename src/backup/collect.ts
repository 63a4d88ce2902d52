/**
 * What items mention and no operation lists: people, pictures, uploads that hide in embeds. Gathered while the walk
 * goes on, for the kinds that keep them (`user`, `asset`), which are read last.
 */

import { isFields } from '../model/fields.ts'
import { valuesAt } from '../model/paths.ts'
import type { Kind } from '../model/resource.ts'
import { UPLOAD_ORIGIN } from '../resources/asset.ts'
import type { Item, Resource } from '../resources/resource.ts'
import { withoutSignature } from '../resources/signed-url.ts'
import type { BackupKnowledge } from './knowledge.ts'

export const PEOPLE: Kind = 'user'
export const ASSETS: Kind = 'asset'

export function collect(knowledge: BackupKnowledge, resource: Resource, item: Item): void {
  for (const path of resource.people ?? []) {
    for (const person of valuesAt(item, path)) {
      if (isFields(person) && typeof person.id === 'string') collectPerson(knowledge, person.id, person)
    }
  }
  for (const path of resource.pictures ?? []) {
    for (const url of valuesAt(item, path)) collectAsset(knowledge, url)
  }
}

/** Where only the id is mentioned, that says less than what is known already. */
function collectPerson(knowledge: BackupKnowledge, id: string, person: Item): void {
  const known = knowledge.collected.get(PEOPLE)?.get(id)
  if (known === undefined || person.displayName !== undefined) keep(knowledge, PEOPLE, id, person)
}

/** The newest mention counts. */
function keep(knowledge: BackupKnowledge, kind: Kind, id: string, item: Item): void {
  const held = knowledge.collected.get(kind) ?? new Map<string, Item>()
  held.set(id, item)
  knowledge.collected.set(kind, held)
}

function collectAsset(knowledge: BackupKnowledge, url: unknown): void {
  if (typeof url !== 'string' || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return
  const id = withoutSignature(url)
  keep(knowledge, ASSETS, id, { id, url })
}

/** Node types of a document that may show an upload by its address. */
const UPLOADS = new Set(['embed', 'file', 'image', 'images', 'inline-image', 'drawing', 'swagger', 'table'])

/** Of a document: addresses inside nodes that can show an upload, where the platform itself serves them. */
export function collectUploads(knowledge: BackupKnowledge, document: unknown): void {
  if (Array.isArray(document)) {
    for (const node of document) collectUploads(knowledge, node)
    return
  }
  if (!isFields(document)) return
  const { nodes, data, type, fragments } = document
  if (typeof type === 'string' && UPLOADS.has(type)) collectAddresses(knowledge, data)
  collectUploads(knowledge, nodes)
  collectUploads(knowledge, fragments)
  if (isFields(document.document)) collectUploads(knowledge, document.document)
}

function collectAddresses(knowledge: BackupKnowledge, value: unknown): void {
  if (typeof value === 'string') {
    if (isUpload(knowledge, value)) collectAsset(knowledge, value)
  } else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) collectAddresses(knowledge, member)
}

function isUpload(knowledge: BackupKnowledge, text: string): boolean {
  return URL.canParse(text) && knowledge.notes.has(UPLOAD_ORIGIN + new URL(text).origin)
}
