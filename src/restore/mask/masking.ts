/**
 * Puts pseudonyms in place of people in texts, in JSON and in documents. The same text becomes the same text wherever it
 * stands, so that what refers to another by its title or path still does.
 */
import { type Fields, isFields, listOf, textOf } from '../../model/fields.ts'
import { Addresses } from './addresses.ts'
import { Names } from './names.ts'
import { type KnownPerson, mentionIn } from './people.ts'
import { assignPseudonyms, MASKED_DOMAIN, maskedId, strangerAddress } from './pseudonyms.ts'
import { replaceInPieces, replaceSpans, type Span } from './spans.ts'

/** Where words of the platform stand, and ids: somebody who is called `Page` is no reason to change them. */
const PLATFORM_WORDS: ReadonlySet<string> = new Set([
  ...['id', 'object', 'type', 'kind', 'role', 'permission', 'level', 'status', 'visibility'],
  ...['format', 'method', 'syntax', 'language', 'locale', 'style', 'color', 'icon', 'emoji'],
  ...[
    'align',
    'layout',
    'size',
    'theme',
    'font',
    'preset',
    'contentType',
    'mimeType',
    'createdAt',
    'updatedAt',
  ],
  ...['postedAt', 'editedAt', 'joinedAt', 'resolvedAt', 'lastSeenAt', 'checksum', 'hash', 'digest'],
])
const ID = /[A-Za-z0-9]{8,}/g
const ESCAPED = /[\p{L}\p{N}+._~-]*(?:%[0-9A-Fa-f]{2}[\p{L}\p{N}+._~-]*)+/gu

export class Masking {
  readonly #key: string
  readonly #pseudonyms: ReadonlyMap<string, string>
  readonly #people: ReadonlySet<string>
  readonly #addresses: Addresses
  readonly #names: Names

  constructor(key: string, people: readonly KnownPerson[]) {
    this.#key = key
    this.#people = new Set(people.map(person => person.id))
    this.#pseudonyms = assignPseudonyms(key, people)
    const pseudonymOf = ({ id }: KnownPerson) => this.#pseudonyms.get(id) ?? ''
    // Of two who are called the same, texts mean the first.
    const names = people
      .toReversed()
      .flatMap(person => person.names.map((name): [string, string] => [name, pseudonymOf(person)]))
    const addresses = people.flatMap(person =>
      person.addresses.map((address): [string, string] => [address, this.#addressOf(person.id)]),
    )
    this.#names = new Names(new Map(names))
    this.#addresses = new Addresses(new Map(addresses), address => strangerAddress(key, address))
  }

  text(text: string): string {
    const decoded = text.includes('%') ? text.replace(ESCAPED, run => this.#escaped(run)) : text
    return replaceSpans(decoded, this.#spansIn(decoded))
  }

  json(value: unknown, name = ''): unknown {
    if (typeof value === 'string')
      return PLATFORM_WORDS.has(name) ? this.#platformText(value) : this.text(value)
    if (Array.isArray(value)) return value.map(inner => this.json(inner, name))
    if (!isFields(value)) return value
    if (isBlockOfText(value)) return this.#block(value)
    const masked = this.#fields(value)
    const person = mentionIn(value)
    return person === null ? masked : { ...masked, ...this.#person(value, person.id) }
  }

  #fields(fields: Fields): Fields {
    return Object.fromEntries(
      Object.entries(fields).map(([name, inner]) => [this.#fieldName(name), this.json(inner, name)]),
    )
  }

  /** Some lists are kept by address or by person. */
  #fieldName(name: string): string {
    if (this.#people.has(name)) return maskedId(this.#key, name)
    return name.includes('@') ? this.text(name) : name
  }

  #person(fields: Fields, id: string): Fields {
    const pseudonym = this.#pseudonyms.get(id)
    if (pseudonym === undefined) return {}
    return {
      ...(typeof fields.displayName === 'string' ? { displayName: pseudonym } : {}),
      ...(typeof fields.email === 'string' ? { email: this.#addressOf(id) } : {}),
      // Its address may say the e-mail address, and the picture shows the person.
      ...('photoURL' in fields ? { photoURL: null } : {}),
    }
  }

  #addressOf(id: string): string {
    return `${this.#pseudonyms.get(id)}@${MASKED_DOMAIN}`
  }

  #platformText(text: string): string {
    return replaceSpans(text, inOrder([this.#addresses.find(text), this.#idsIn(text)]))
  }

  #spansIn(text: string): Span[] {
    return inOrder([this.#addresses.find(text), this.#idsIn(text), this.#names.find(text)])
  }

  #idsIn(text: string): Span[] {
    return Array.from(text.matchAll(ID)).flatMap(({ 0: id, index }) =>
      this.#people.has(id) ? [{ start: index, end: index + id.length, with: maskedId(this.#key, id) }] : [],
    )
  }

  /** In an address of the web. */
  #escaped(run: string): string {
    const decoded = decodedOf(run)
    if (decoded === null) return run
    const masked = replaceSpans(decoded, this.#spansIn(decoded))
    return masked === decoded ? run : encodeURIComponent(masked)
  }

  /** A name may be half in bold: the block is read as one text. */
  #block(block: Fields): Fields {
    const texts: string[] = []
    eachLeaf(block, text => texts.push(text))
    const whole = texts.join('')
    const masked = replaceInPieces(texts, this.#spansIn(whole))
    let at = 0
    return this.#fields(withTexts(block, () => masked[at++] ?? ''))
  }
}

/** Has texts of its own, and no other blocks. */
function isBlockOfText({ object, nodes }: Fields): boolean {
  return object === 'block' && listOf(nodes).some(node => isFields(node) && Array.isArray(node.leaves))
}

function eachLeaf(node: Fields, tell: (text: string) => void): void {
  for (const leaf of listOf(node.leaves)) if (isFields(leaf)) tell(textOf(leaf.text) ?? '')
  for (const inner of listOf(node.nodes)) if (isFields(inner)) eachLeaf(inner, tell)
}

function withTexts(node: Fields, next: () => string): Fields {
  const leaves = Array.isArray(node.leaves)
    ? { leaves: node.leaves.map(leaf => (isFields(leaf) ? { ...leaf, text: next() } : leaf)) }
    : {}
  const nodes = Array.isArray(node.nodes)
    ? { nodes: node.nodes.map(inner => (isFields(inner) ? withTexts(inner, next) : inner)) }
    : {}
  return { ...node, ...leaves, ...nodes }
}

/** What was found first counts where two meet. */
function inOrder(found: readonly (readonly Span[])[]): Span[] {
  const all: Span[] = []
  for (const spans of found) {
    const before = [...all]
    const isFree = ({ start, end }: Span) => !before.some(span => span.start < end && span.end > start)
    all.push(...(before.length === 0 ? spans : spans.filter(isFree)))
  }
  return all.sort((a, b) => a.start - b.start)
}

function decodedOf(run: string): string | null {
  try {
    return decodeURIComponent(run)
  } catch {
    return null
  }
}
