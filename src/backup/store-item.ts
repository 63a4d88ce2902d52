/**
 * Decides whether an item differs from what the base has, and adds it to its scope if so.
 */

import { bodyOnOneSide } from '../model/deferred-part.ts'
import { canonicalJson, type Digest, digestOfPieces } from '../model/digest.ts'
import { writeNormalised } from '../model/normalise.ts'
import { mapAt, valuesAt } from '../model/paths.ts'
import type { Kind } from '../model/resource.ts'
import { referencedKinds } from '../resources/references.ts'
import type { Resource } from '../resources/resource.ts'
import { unsigned } from '../resources/signed-url.ts'
import type { CurrentVersion, ResourceKey, Vault } from '../vault/vault.ts'
import { collectUploads } from './collect.ts'
import type { GroupItem } from './group.ts'
import type { BackupKnowledge } from './knowledge.ts'
import type { OpenScope } from './open-scope.ts'
import type { Part } from './part.ts'
import { readKept } from './read-kept.ts'
import type { BackupSession } from './session.ts'

export async function storeItem(
  { context, knowledge }: BackupSession,
  { writer: scope, parent }: OpenScope,
  entry: GroupItem,
  parts: readonly Part[],
): Promise<ResourceKey> {
  const { vault, writer } = context
  const { resource, item } = entry
  const id = resource.id(item)
  const current = writer.current(parent?.key ?? null, resource.kind, id)
  const changeDigest = changeDigestOf(vault, entry, current, parts)
  const isSame =
    current &&
    (current.changeDigest === changeDigest || isSameByOtherRules(vault, resource, current, changeDigest))
  if (isSame) {
    scope.keep(id)
    return current.resource
  }
  for (const part of parts) if (part.name === 'document') lookForUploads(vault, knowledge, part)
  // Where it is the same but for a body that came or went, it stays as it was said then: nothing changed.
  const before = current && onlyBodyCameOrWent(vault, entry, current, parts) ? current : null
  const json = before && readKept(vault, before.content)
  const stored: unknown = json
    ? JSON.parse(json.toString())
    : withoutSignatures(resource, resource.stored?.(item) ?? item)
  return scope.add({
    id,
    changeDigest,
    json: json ?? Buffer.from(JSON.stringify(stored)),
    parts: parts.map(({ name, content }) => ({ name, content: before?.parts.get(name)?.content ?? content })),
    references: referencesOf(resource, stored),
    sizes: parts.flatMap(({ name, announced }) => (announced ? [{ name, bytes: announced }] : [])),
  })
}

function onlyBodyCameOrWent(
  vault: Vault,
  entry: GroupItem,
  current: CurrentVersion,
  parts: readonly Part[],
): boolean {
  const names = [...current.parts.keys()].map(name => ({ name }))
  const body = bodyOnOneSide(names, parts)
  if (body === null) return false
  const others = parts.filter(({ name }) => name !== body)
  const before = { ...current, parts: new Map([...current.parts].filter(([name]) => name !== body)) }
  const changeDigest = changeDigestOf(vault, entry, before, others)
  return (
    current.changeDigest === changeDigest || isSameByOtherRules(vault, entry.resource, before, changeDigest)
  )
}

/** Of a list that only grows: nobody may mention it again, so that the next run knows what to try once more. */
export async function storeIncomplete(
  session: BackupSession,
  scope: OpenScope,
  entry: GroupItem,
): Promise<void> {
  const { kind, id } = entry.resource
  const parentKey = scope.parent?.key ?? null
  if (session.context.writer.current(parentKey, kind, id(entry.item)) !== null) return
  await storeItem(session, scope, { ...entry, item: { ...entry.item, complete: false } }, [])
}

/** An address that lets in whoever has it is not kept; and equal objects are to be stored as equal bytes. */
export function withoutSignatures({ pictures = [], addresses = [] }: Resource, stored: unknown): unknown {
  const paths = [...new Set([...pictures, ...addresses])]
  return paths.reduce(
    (value, path) => mapAt(value, path, found => (typeof found === 'string' ? unsigned(found) : found)),
    stored,
  )
}

function referencesOf(resource: Resource, stored: unknown): { kind: Kind; id: string }[] {
  return referencedKinds(resource).flatMap(({ kind, paths }) =>
    paths
      .flatMap(path => valuesAt(stored, path))
      .flatMap(id => (typeof id === 'string' ? [{ kind, id }] : [])),
  )
}

/** Most documents hold nothing of the sort, and are not parsed. */
const MAY_HOLD_UPLOADS = /"type":"(embed|file|image|drawing|swagger|table)/

function lookForUploads(vault: Vault, knowledge: BackupKnowledge, part: Part): void {
  // Drafts share nearly all their documents with the main content.
  if (knowledge.searched.has(part.content)) return
  knowledge.searched.add(part.content)
  const bytes = part.bytes ?? readKept(vault, part.content)
  if (bytes === null) return
  // What is looked for is ASCII, which reads the same in both, and Latin-1 is the one that needs no decoding.
  const text = bytes.toString('latin1')
  if (MAY_HOLD_UPLOADS.test(text) && text.includes('://'))
    collectUploads(knowledge, JSON.parse(bytes.toString()))
}

function changeDigestOf(
  vault: Vault,
  { resource, item }: GroupItem,
  current: CurrentVersion | null,
  parts: readonly Part[],
): string {
  const bodies = Object.fromEntries(
    parts.map(part => [part.name, meaningfulDigest(vault, resource, current, part)]),
  )
  return digestOfMeaning(resource, resource.stored?.(item) ?? item, bodies)
}

/** Over the canonical JSON of `{ bodies, meaning }`. */
function digestOfMeaning(
  resource: Resource,
  stored: unknown,
  bodies: Readonly<Record<string, Digest>>,
): Digest {
  return digestOfPieces(write => {
    write(`{"bodies":${canonicalJson(bodies)},"meaning":`)
    writeNormalised(stored, resource, write)
    write('}')
  })
}

/** What is noise was decided otherwise when the base was taken: by the rules of now, nothing changed. */
function isSameByOtherRules(
  vault: Vault,
  resource: Resource,
  current: CurrentVersion,
  changeDigest: string,
): boolean {
  const kept = readKept(vault, current.content)
  if (kept === null) return false
  const stored: unknown = JSON.parse(kept.toString())
  const bodies = Object.fromEntries([...current.parts].map(([name, { digest }]) => [name, digest]))
  return digestOfMeaning(resource, stored, bodies) === changeDigest
}

/** A body in other bytes that mean the same was migrated, not changed (docs/concepts/digests.md). */
function meaningfulDigest(
  vault: Vault,
  { meaningOfBody }: Resource,
  current: CurrentVersion | null,
  part: Part,
): string {
  const before = current?.parts.get(part.name)
  if (!before || !meaningOfBody || before.digest === part.digest) return part.digest
  const [was, is] = [readKept(vault, before.content), part.bytes ?? readKept(vault, part.content)]
  if (was === null || is === null) return part.digest
  const isSame = meaningOfBody(part.name, is) === meaningOfBody(part.name, was)
  return isSame ? before.digest : part.digest
}
