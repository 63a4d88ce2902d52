/**
 * The texts of a state of a resource as units: its own fields, and its bodies. Each has a key that follows from its kind and
 * the digests of what it is read from, so that states share it, an index needs it once, and what an index says of a key is
 * true of any vault in which something has that key.
 */
import { digestOf } from '../../model/digest.ts'
import type { Kind } from '../../model/resource.ts'
import { declarationOf } from '../../resources/index.ts'
import type { StoredPart, StoredResource, Vault } from '../../vault/vault.ts'
import { bodyText } from './body-text.ts'
import type { FieldText } from './field-text.ts'
import { itemText } from './item-text.ts'

export interface TextUnit {
  /** Eight bytes of a SHA-256, signed. */
  key: bigint
  /** Of the resource's own fields, and not of its bodies. */
  isItem: boolean
  /** Each when it is asked for; what costs least first. Throws DamageFound, ContentLost, SnapshotPruned. */
  read(): Iterable<FieldText>
}

/** Larger bodies are not searched: what an export of documentation has of this size is no text for people. */
export const MOST_BODY_BYTES = 16 * 1024 * 1024
/** What says of itself that it is none. */
const NO_TEXT = /^(image\/(?!svg)|audio\/|video\/|font\/|application\/(zip|gzip|pdf|octet-stream))/
const BYTES = 'bytes'

export interface ResourceText {
  units: TextUnit[]
  /** Bodies that are left out for their size. */
  tooLarge: StoredPart[]
}

export function textUnits(vault: Vault, resource: StoredResource): ResourceText {
  const { kind, content, contentDigest, parts } = resource
  const readItem = () => itemText(vault.readJson(resource), declarationOf(kind))
  const item: TextUnit = { key: keyOf(kind, ['item', contentDigest]), isItem: true, read: readItem }
  const bodies = parts.filter(part => part.name !== BYTES || saysItIsText(vault, content))
  const tooLarge = bodies.filter(({ bytes }) => bytes > MOST_BODY_BYTES)
  const read = bodies.filter(({ bytes }) => bytes <= MOST_BODY_BYTES)
  if (read.length === 0) return { units: [item], tooLarge }
  const body: TextUnit = {
    key: keyOf(
      kind,
      read.flatMap(({ name, digest }) => [name, digest]),
    ),
    isItem: false,
    *read() {
      for (const part of read.toSorted(byCost)) yield* bodyText(part.name, vault.read(part.content))
    },
  }
  return { units: [item, body], tooLarge }
}

/** A document is some times larger than its Markdown, and is to be parsed. */
function byCost(a: StoredPart, b: StoredPart): number {
  return Number(a.name === 'document') - Number(b.name === 'document')
}

/** Where it says nothing, its bytes are looked at. */
function saysItIsText(vault: Vault, content: number): boolean {
  const item: unknown = JSON.parse(vault.read(content).toString('utf8'))
  const type =
    typeof item === 'object' && item !== null && 'contentType' in item ? item.contentType : undefined
  return typeof type !== 'string' || !NO_TEXT.test(type)
}

function keyOf(kind: Kind, names: readonly string[]): bigint {
  const digest = Buffer.from(digestOf([kind, ...names].join(' ')), 'hex')
  return digest.readBigInt64BE()
}
