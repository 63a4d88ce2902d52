/**
 * Random histories of some organizations, with prunes in between, and what each snapshot should hold, kept in memory.
 * Bodies are mostly their page's and a little their edit's, of sizes that make blocks, deltas, deltas of deltas and files.
 */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { digestOf } from '../../../src/model/digest.ts'
import type { ResourceKey, SnapshotWriter, Vault, WritableVault } from '../../../src/vault/vault.ts'
import { seal } from '../fixture.ts'

/** Pages by id, each with the number of its edit. Null: the scope could not be read. */
type Pages = Readonly<Record<string, number>> | null

export interface Night {
  organization: string
  /** By id. */
  spaces: Readonly<Record<string, Pages>>
}

const IDS = ['a', 'b', 'c', 'd', 'e']
const SIZES = [40, 700, 2500, 12_000]
/** Most pages are there most nights, and every other one is another than the night before. */
const pages = fc
  .array(fc.option(fc.nat({ max: 9 }), { freq: 8 }), { minLength: IDS.length, maxLength: IDS.length })
  .map(edits => Object.fromEntries(IDS.flatMap((id, index) => [[id, edits[index] ?? null] as const])))
  .map(found =>
    Object.fromEntries(Object.entries(found).flatMap(([id, edit]) => (edit === null ? [] : [[id, edit]]))),
  )
const night: fc.Arbitrary<Night> = fc.record({
  organization: fc.constantFrom('one', 'one', 'one', 'two'),
  spaces: fc.dictionary(fc.constantFrom('s', 't'), fc.option(pages, { freq: 8 }), { noNullPrototype: true }),
})

/** Some nights, then which of all that may go is forgotten: bit n is the n-th of them. */
export const rounds = fc.array(
  fc.record({ nights: fc.array(night, { minLength: 1, maxLength: 12 }), forgets: fc.nat({ max: 0xffff }) }),
  { minLength: 1, maxLength: 3 },
)

/** Bytes that look like nothing else, for a name. */
function noise(name: string, size: number): string {
  let text = ''
  for (let part = 0; text.length < size; part++)
    text += createHash('sha256').update(`${name} ${part}`).digest('base64')
  return text.slice(0, size)
}

/** Little differs from one edit to the next, but for some. */
export function bodyOf(page: string, edit: number): string {
  const size = SIZES[page.charCodeAt(0) % SIZES.length] ?? 0
  return `${noise(page, size)}${noise(`${page} ${edit}`, edit % 4 === 3 ? size / 2 : 20)}`
}

/** The same in other words, and some of its own. */
function documentOf(text: string): string {
  return JSON.stringify({
    nodes: (text.match(/.{1,60}/gs) ?? []).map(line => ({ leaves: [{ text: line }] })),
  })
}

/** Of a snapshot, `space/page` to body, `space` to null. */
export type View = ReadonlyMap<string, string | null>

/** The view that follows from the one before. */
export function nextView(before: View | undefined, spaces: Night['spaces']): View {
  const view = new Map<string, string | null>()
  for (const [space, found] of Object.entries(spaces)) {
    view.set(space, null)
    if (found !== null)
      for (const [page, edit] of Object.entries(found)) view.set(`${space}/${page}`, bodyOf(page, edit))
    else if (before?.has(space))
      for (const [name, body] of before) if (name.startsWith(`${space}/`)) view.set(name, body)
  }
  return view
}

export async function takeNight(vault: WritableVault, { organization, spaces }: Night): Promise<number> {
  const writer = vault.begin({ id: organization, title: organization }, 'test')
  const scope = writer.scope(null, 'space')
  const keys = new Map<string, ResourceKey>()
  for (const space of Object.keys(spaces)) keys.set(space, await scope.add(item(space)))
  await scope.finish({ token: null, exact: true })
  for (const [space, key] of keys) await writePages(writer, key, spaces[space] ?? null)
  return (await seal(writer)).snapshot
}

export async function writePages(writer: SnapshotWriter, space: ResourceKey, found: Pages): Promise<void> {
  if (found === null) {
    writer.gap({ kind: 'page', parentKey: space, class: 'unreachable', message: 'made to fail' })
    return
  }
  const scope = writer.scope(space, 'page')
  for (const [page, edit] of Object.entries(found)) {
    const text = bodyOf(page, edit)
    const name = { key: digestOf(text), name: 'markdown' } as const
    const base = writer.current(space, 'page', page)?.parts.get('markdown')?.content
    const known = writer.findBody(space, name)
    const { content } = known ?? (await writer.putBody(space, name, Buffer.from(text), { base }))
    const document = await writer.put(Buffer.from(documentOf(text)), { base })
    const parts = [
      { name: 'document' as const, content: document.content },
      { name: 'markdown' as const, content },
    ]
    await scope.add({ ...item(page, edit), parts })
  }
  await scope.finish({ token: `${Object.values(found)}`, exact: true })
}

function item(id: string, edit = 0) {
  return {
    id,
    changeDigest: digestOf(`${id} ${edit}`),
    json: Buffer.from(JSON.stringify({ id, edit })),
    parts: [],
  }
}

/** As the vault has it, every body read. */
export function viewIn(vault: Vault, snapshot: number): View {
  const view = new Map<string, string | null>()
  for (const resource of vault.resources(snapshot)) {
    const name = resource.parentId === null ? resource.id : `${resource.parentId}/${resource.id}`
    const [document, text] = resource.parts.map(({ content }) => vault.read(content).toString())
    const isBoth = text !== undefined && document === documentOf(text)
    view.set(name, isBoth ? text : (document ?? null))
  }
  return view
}
