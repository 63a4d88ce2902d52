/**
 * A small company that is backed up for some nights, as the walk does it: scopes are skipped by their tokens, bodies are
 * never fetched twice, unchanged items are carried. What a snapshot should hold is known, so that a wrong one is seen.
 */

import { digestOf } from '../../../src/model/digest.ts'
import type { SnapshotSummary } from '../../../src/model/snapshot.ts'
import type { SnapshotWriter, StoredResource, Vault, WritableVault } from '../../../src/vault/vault.ts'
import { asKind } from '../../helpers/as-kind.ts'

export interface Page {
  title: string
  documentId: string
  text: string
}

export interface Night {
  now: number
  /** By space, with the token that the platform would give. */
  spaces: Record<string, { token: string; pages: Record<string, Page>; members: Record<string, string> }>
  /** Spaces whose members cannot be read. */
  refused: readonly string[]
}

export const COMPANY = { id: 'org', title: 'Company' }
const START = Date.parse('2026-11-01T02:00:00Z')
const DAY = 86_400_000
export const NIGHTS = 6

/** Every night something is edited, added, removed or not readable; on the last one every page of a space has a new title and its old body. */
export function nightOf(number: number): Night {
  const page = (id: number, text: string, title = `Page ${id}`): Page => ({
    title,
    documentId: `doc-${digestOf(text).slice(0, 12)}`,
    text,
  })
  const spaces: Night['spaces'] = {}
  for (const space of [1, 2, 3]) {
    const pages: Record<string, Page> = {}
    const edited = space === 1 ? number : 0
    for (let id = 1; id <= 8; id++) {
      if (id === 8 && number >= 4) continue
      const words = `${space} ${id} ${id === 1 ? edited : 0} `.repeat(id === 2 ? 4000 : 40)
      pages[`p${space}${id}`] = page(id, words, number === NIGHTS + 1 ? `New title ${id}` : undefined)
    }
    const level = number >= 3 && space === 2 ? 'admin' : 'reader'
    spaces[`s${space}`] = {
      token: `revision ${space}.${number === NIGHTS + 1 ? 99 : edited}.${number >= 4 ? 1 : 0}`,
      pages,
      members: { ada: level, bob: 'reader' },
    }
  }
  return { now: START + number * DAY, spaces, refused: number === 3 ? ['s3'] : [] }
}

export async function backUpNight(vault: WritableVault, night: Night): Promise<SnapshotSummary> {
  const writer = vault.begin(COMPANY, 'test')
  const spaces = writer.scope(null, 'space')
  const keys = new Map<string, number>()
  for (const id of Object.keys(night.spaces)) keys.set(id, await spaces.add(item(id, { id })))
  await spaces.finish({ token: null, exact: true })
  for (const [id, { token, pages, members }] of Object.entries(night.spaces)) {
    const key = keys.get(id) ?? 0
    if (writer.lastRead(key, 'page')?.token !== token) await readPages(writer, key, pages, token)
    if (night.refused.includes(id)) {
      writer.gap({ kind: asKind('space-member'), parentKey: key, class: 'refused', message: 'answered 403' })
      continue
    }
    const scope = writer.scope(key, asKind('space-member'))
    for (const [person, role] of Object.entries(members)) await scope.add(item(person, { person, role }))
    await scope.finish({ token: null, exact: true })
  }
  return writer.seal({
    requests: 12,
    bytes: 3456,
    notOffered: [{ kind: 'comment', operation: 'listComments' }],
  })
}

async function readPages(writer: SnapshotWriter, space: number, pages: Record<string, Page>, token: string) {
  const scope = writer.scope(space, 'page')
  for (const [id, page] of Object.entries(pages)) {
    const body = { key: page.documentId, name: 'markdown' }
    const stored = writer.findBody(space, body) ?? (await writer.putBody(space, body, Buffer.from(page.text)))
    await scope.add({
      ...item(id, { title: page.title, documentId: page.documentId }),
      parts: [{ name: 'markdown', content: stored.content }],
      references: [{ kind: 'page', id: 'p11' }],
    })
  }
  await scope.finish({ token, exact: true })
}

function item(id: string, value: unknown) {
  const json = Buffer.from(JSON.stringify(value))
  return { id, changeDigest: digestOf(json), json, parts: [] }
}

/** Reads a vault for comparison with what it should hold; null: damaged, and says so. */
export interface Reading {
  json(resource: StoredResource): string | null
  text(content: number): string | null
}

export function readingOf(vault: Vault): Reading {
  return {
    json: resource => readOrNull(() => JSON.stringify(vault.readJson(resource))),
    text: content => readOrNull(() => vault.read(content).toString()),
  }
}

/** Each content once, however many snapshots hold it: for as long as nobody changes the vault. */
export function readingOnce(vault: Vault): Reading {
  const { json, text } = readingOf(vault)
  const [jsons, texts] = [new Map<number, string | null>(), new Map<number, string | null>()]
  return {
    json: resource => known(jsons, resource.content, () => json(resource)),
    text: content => known(texts, content, () => text(content)),
  }
}

function known<T>(found: Map<number, T>, content: number, read: () => T): T {
  const before = found.get(content)
  if (before !== undefined) return before
  const made = read()
  found.set(content, made)
  return made
}

/** `null`: as it should be. What is damaged and says so when it is read is not wrong. */
export function wrongIn(
  vault: Vault,
  snapshot: number,
  night: Night,
  { json, text }: Reading = readingOf(vault),
): string | null {
  const expected = expectedIn(night)
  for (const resource of vault.resources(snapshot)) {
    const name = `${resource.kind}/${resource.parentId ?? ''}/${resource.id}`
    const truth = expected.get(name)
    expected.delete(name)
    if (truth === undefined) return `${name} should not be there`
    const found = json(resource)
    if (found !== null && found !== truth.json) return `${name} is ${found}`
    if (resource.parts.length !== (truth.text === null ? 0 : 1)) return `${name} has other parts`
    for (const part of resource.parts) {
      const body = text(part.content)
      if (body !== null && body !== truth.text) return `${name} has the text ${body.slice(0, 20)}`
    }
  }
  const [missing] = expected.keys()
  return missing === undefined ? null : `${missing} is missing`
}

function expectedIn(night: Night): Map<string, { json: string; text: string | null }> {
  const expected = new Map<string, { json: string; text: string | null }>()
  for (const [id, { pages, members }] of Object.entries(night.spaces)) {
    expected.set(`space//${id}`, { json: JSON.stringify({ id }), text: null })
    for (const [page, { title, documentId, text }] of Object.entries(pages))
      expected.set(`page/${id}/${page}`, { json: JSON.stringify({ title, documentId }), text })
    for (const [person, role] of Object.entries(members))
      expected.set(`space-member/${id}/${person}`, { json: JSON.stringify({ person, role }), text: null })
  }
  return expected
}

function readOrNull(read: () => string): string | null {
  try {
    return read()
  } catch {
    return null
  }
}
