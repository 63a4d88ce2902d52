/**
 * A vault of which everybody is masked, whatever is read of it and by whom: what a masked copy restores from and is
 * compared with. Single sign-on, domains of addresses and invitations are not in it. Nothing is written to it.
 */
import { Readable } from 'node:stream'
import { type Digest, digestOf } from '../../model/digest.ts'
import { type Fields, recordOf } from '../../model/fields.ts'
import type { Kind } from '../../model/resource.ts'
import { kindInSpace } from '../../resources/drafts.ts'
import type { ContentKey, StoredPart, StoredResource, Vault } from '../../vault/vault.ts'
import type { MaskWish } from '../request.ts'
import { maskBytes } from './mask-bytes.ts'
import type { Masking } from './masking.ts'

/** Ways in for real people, and who they are elsewhere. */
export const LEFT_OUT: ReadonlySet<Kind> = new Set([
  'saml-provider',
  'sso-login',
  'email-domain',
  'link-invite',
])
const REMARKS: ReadonlySet<Kind> = new Set([
  'comment',
  'comment-reply',
  'change-request-comment',
  'change-request-reply',
])
const MASKED_REMARK = 'The text of this comment is masked.'
const MOST_HELD = 16

export interface MaskedVault extends Vault {
  /** Whether the bytes are text, and so are masked. */
  isText(part: StoredPart): boolean
}

const masked = new WeakSet<Vault>()

export function isMasked(vault: Vault): boolean {
  return masked.has(vault)
}

export function maskVault(vault: Vault, masking: Masking, what: MaskWish['what']): MaskedVault {
  const bodies = new Bodies(vault, masking)
  const shown = (resource: StoredResource) => bodies.resource(resource)
  const each = (list: Iterable<StoredResource>) => mapped(list, shown)
  const json = (resource: StoredResource) => {
    const value = masking.json(vault.readJson(resource))
    return settled(resource.kind, recordOf(value), { bodies, resource, what }) ?? value
  }
  const view: MaskedVault = {
    ...vault,
    isText: part => bodies.isText(part.content),
    resources: (snapshot, filter) => each(vault.resources(snapshot, filter)),
    scopes: snapshot => Iterator.from(vault.scopes(snapshot)).filter(({ kind }) => !LEFT_OUT.has(kind)),
    find: (snapshot, kind, id) => [...each(vault.find(snapshot, kind, id))],
    named: (snapshot, scope, ids) => [...each(vault.named(snapshot, scope, ids))],
    at: (snapshot, key) => [...each([vault.at(snapshot, key)].flatMap(found => found ?? []))][0] ?? null,
    state: place => [...each([vault.state(place)].flatMap(found => found ?? []))][0] ?? null,
    states: () => refuse('states'),
    statesOf: () => refuse('statesOf'),
    changes: () => refuse('changes'),
    readJson: json,
    read: content => bodies.read(content),
    readStream: content =>
      bodies.isText(content)
        ? Readable.from([bodies.read(content)], { objectMode: false })
        : vault.readStream(content),
  }
  masked.add(view)
  return view
}

/** What no restore asks is not answered unmasked. */
function refuse(what: string): never {
  throw new Error(`a masked vault does not tell ${what}`)
}

function* mapped(
  list: Iterable<StoredResource>,
  shown: (resource: StoredResource) => StoredResource,
): Generator<StoredResource, undefined> {
  for (const resource of list) if (!LEFT_OUT.has(resource.kind)) yield shown(resource)
}

interface Settling {
  bodies: Bodies
  resource: StoredResource
  what: MaskWish['what']
}

/** What some kinds say otherwise in a masked copy, beside the names. */
function settled(kind: Kind, fields: Fields | null, { bodies, resource, what }: Settling): Fields | null {
  if (fields === null) return null
  if (kind === 'organization') return { ...fields, emailDomains: [], inviteLinks: false, sso: false }
  if (what.includes('comments') && REMARKS.has(kind)) return { ...fields, body: { markdown: MASKED_REMARK } }
  const bytes = resource.parts.find(part => part.name === 'bytes')
  if (kindInSpace(kind) !== 'file' || bytes === undefined || typeof fields.size !== 'number') return fields
  return { ...fields, size: bodies.isText(bytes.content) ? bodies.read(bytes.content).length : fields.size }
}

class Bodies {
  readonly #vault: Vault
  readonly #masking: Masking
  readonly #documents = new Set<ContentKey>()
  readonly #binary = new Map<ContentKey, boolean>()
  readonly #digests = new Map<ContentKey, Digest>()
  readonly #sizes = new Map<ContentKey, number>()
  readonly #held = new Map<ContentKey, Buffer>()

  constructor(vault: Vault, masking: Masking) {
    this.#vault = vault
    this.#masking = masking
  }

  resource(resource: StoredResource): StoredResource {
    return { ...resource, parts: resource.parts.map(part => this.#part(part)) }
  }

  isText(content: ContentKey): boolean {
    if (!this.#binary.has(content)) this.read(content)
    return this.#binary.get(content) === false
  }

  read(content: ContentKey): Buffer {
    const held = this.#held.get(content)
    if (held !== undefined) return held
    const stored = this.#vault.read(content)
    const masked = this.#documents.has(content) ? this.#document(stored) : this.#text(stored)
    this.#binary.set(content, masked === null)
    const bytes = masked ?? stored
    const [oldest] = this.#held.keys()
    if (this.#held.size >= MOST_HELD && oldest !== undefined) this.#held.delete(oldest)
    this.#held.set(content, bytes)
    this.#sizes.set(content, bytes.length)
    return bytes
  }

  #text(stored: Buffer): Buffer | null {
    return maskBytes(stored, text => this.#masking.text(text))
  }

  #document(stored: Buffer): Buffer {
    return Buffer.from(JSON.stringify(this.#masking.json(JSON.parse(stored.toString()))))
  }

  /** Its digest and size are those of what is read, found when they are asked for. */
  #part(part: StoredPart): StoredPart {
    if (part.name === 'document') this.#documents.add(part.content)
    const { digestOf: digest, sizeOf: size } = this.#measures(part.content)
    return {
      name: part.name,
      content: part.content,
      get digest() {
        return digest()
      },
      get bytes() {
        return size()
      },
    }
  }

  #measures(content: ContentKey): { digestOf: () => Digest; sizeOf: () => number } {
    return {
      digestOf: () => {
        const known = this.#digests.get(content) ?? digestOf(this.read(content))
        this.#digests.set(content, known)
        return known
      },
      sizeOf: () => this.#sizes.get(content) ?? this.read(content).length,
    }
  }
}
