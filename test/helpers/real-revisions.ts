/**
 * Compares the content of each space in a snapshot with the revision that the snapshot says to hold, as the emulator
 * kept it: tree, settings of pages, bodies in both formats, files and their bytes.
 */
import type { RevisionDescription } from '../../src/emulator/control/describe-revision.ts'
import type { Emulator } from '../../src/emulator/handle.ts'
import { canonicalJson, digestOf } from '../../src/model/digest.ts'
import { normalise } from '../../src/model/normalise.ts'
import type { Kind } from '../../src/model/resource.ts'
import { resources } from '../../src/resources/index.ts'
import type { StoredResource, Vault } from '../../src/vault/vault.ts'

export interface RevisionCheck {
  /** Spaces that are a revision. */
  equal: number
  /** Spaces that a gap speaks about instead. */
  excused: number
  /** One line each; empty when the snapshot is true. */
  problems: string[]
}

type Json = Readonly<Record<string, unknown>>
type Wanted = Map<string, { meaning: string; parts: Record<string, string> }>

const CONTENT: readonly Kind[] = ['page', 'page-group', 'file', 'reusable-content']

export function checkRevisions(vault: Vault, snapshot: number, emulator: Emulator): RevisionCheck {
  const check: RevisionCheck = { equal: 0, excused: 0, problems: [] }
  const { gaps, not_offered } = vault.resolve(String(snapshot))
  const lacks = new Set(not_offered.map(one => `${one.kind} ${one.part}`))
  for (const space of vault.resources(snapshot, { kind: 'space' })) {
    const token = vault.lastRead(snapshot, space.key, 'revision')?.token
    if (gaps.some(gap => gap.parent === space.id)) check.excused++
    else if (!token) check.problems.push(`space ${space.id} has no gap and no revision`)
    else {
      const problems = differences(vault, snapshot, space, emulator.revision(space.id, token), lacks)
      if (problems.length === 0) check.equal++
      check.problems.push(...problems.map(one => `revision ${token} of space ${space.id}: ${one}`))
    }
  }
  return check
}

function differences(
  vault: Vault,
  snapshot: number,
  space: StoredResource,
  revision: RevisionDescription,
  /** Parts that this service does not offer, as `kind part`. */
  lacks: ReadonlySet<string>,
): string[] {
  const wanted = wantedOf(revision, lacks)
  const lines: string[] = []
  for (const kind of CONTENT) {
    for (const one of vault.resources(snapshot, { kind, parent: space.key })) {
      const name = `${kind} ${one.id}`
      const { meaning, parts } = wanted.get(name) ?? { meaning: '', parts: {} }
      if (!wanted.delete(name)) lines.push(`${name} is not in it`)
      else if (meaning !== meaningOf(kind, vault.readJson(one))) lines.push(`${name} is different`)
      else if (canonicalJson(parts) !== canonicalJson(digestsOf(one))) lines.push(`${name} has another body`)
    }
  }
  for (const name of wanted.keys()) lines.push(`${name} is missing`)
  return [...lines, ...orderDiffers(vault, snapshot, space, revision)]
}

function digestsOf(one: StoredResource): Record<string, string> {
  return Object.fromEntries(one.parts.map(part => [part.name, part.digest]))
}

function orderDiffers(
  vault: Vault,
  snapshot: number,
  space: StoredResource,
  { content }: RevisionDescription,
): string[] {
  const [stored] = vault.resources(snapshot, { kind: 'revision', parent: space.key })
  const json = stored ? vault.readJson(stored) : null
  const order = canonicalJson(outlineOf(isJson(json) ? json.pages : null))
  return order === canonicalJson(outlineOf(content.pages)) ? [] : ['the order of pages is different']
}

function outlineOf(pages: unknown): unknown {
  return itemsOf(pages).map(page => [page.id, outlineOf(page.pages)])
}

function wantedOf({ content, bodies, files }: RevisionDescription, lacks: ReadonlySet<string>): Wanted {
  const wanted: Wanted = new Map()
  const add = (kind: Kind, item: Json, parts: Record<string, string>) => {
    const offered = Object.entries(parts).filter(([name]) => !lacks.has(`${kind} ${name}`))
    wanted.set(`${kind} ${item.id}`, { meaning: meaningOf(kind, item), parts: Object.fromEntries(offered) })
  }
  for (const page of walk(content.pages)) {
    const body = bodies.get(String(page.documentId))
    const parts = body && {
      document: digestOf(JSON.stringify(body.document)),
      markdown: digestOf(body.markdown),
    }
    add(page.type === 'group' ? 'page-group' : 'page', page, parts ?? {})
  }
  for (const file of itemsOf(content.files)) add('file', file, { bytes: files.get(String(file.id)) ?? '' })
  for (const one of itemsOf(content.reusableContents)) {
    const body = bodies.get(String(one.document))
    add('reusable-content', one, body ? { document: digestOf(JSON.stringify(body.document)) } : {})
  }
  return wanted
}

function* walk(pages: unknown): Generator<Json> {
  for (const page of itemsOf(pages)) {
    yield page
    yield* walk(page.pages)
  }
}

function meaningOf(kind: Kind, json: unknown): string {
  const rules = resources.find(resource => resource.kind === kind) ?? { volatile: [] }
  return canonicalJson(normalise(json, rules))
}

function itemsOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isJson) : []
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
