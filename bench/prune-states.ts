/** Pages of a company, a night at a time, as files for others and as snapshots of a vault. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeRandom } from '../src/emulator/state/random.ts'
import { digestOf } from '../src/model/digest.ts'
import { openVaultForWriting, type ResourceKey, type SnapshotWriter } from '../src/vault/vault.ts'

export interface Pages {
  /** By number of the page. */
  readonly texts: readonly string[]
  spaceOf(page: number): string
  /** Edits a sentence of so many pages, and of those that are named; answers which. */
  edit(count: number, named?: readonly number[]): Set<number>
}

export interface PagesOptions {
  /** So many of the last pages stand in a space of their own. Default 0. */
  large?: number
}

const WORDS_A_SENTENCE = 12
const SENTENCES = 35
const VOCABULARY = 4000
export const PAGES_A_SPACE = 100
export const LARGE_SPACE = idOf('space', 99_999)
export const ORGANIZATION = idOf('org', 1)

/** As long as the platform's. */
export function idOf(kind: string, number: number): string {
  return `${kind}-${String(number).padStart(19 - kind.length, '0')}`
}

export function makePages(count: number, seed: number, { large = 0 }: PagesOptions = {}): Pages {
  const random = makeRandom(seed, 'pages')
  const vocabulary = Array.from({ length: VOCABULARY }, () =>
    random.text(2 + random.integer(8)).toLowerCase(),
  )
  const sentence = () =>
    `${Array.from({ length: WORDS_A_SENTENCE }, () => vocabulary[random.integer(VOCABULARY)]).join(' ')}.`
  const sentences = Array.from({ length: count }, () => Array.from({ length: SENTENCES }, sentence))
  const textOf = (page: number) => `# Page ${page}\n\n${sentences[page]?.join('\n') ?? ''}\n`
  const texts = sentences.map((_, page) => textOf(page))
  return {
    texts,
    spaceOf: page => (page >= count - large ? LARGE_SPACE : idOf('space', Math.floor(page / PAGES_A_SPACE))),
    edit(changes, named = []) {
      const edited = new Set<number>()
      for (let change = 0; change < changes + named.length; change++) {
        const page = named[change - changes] ?? random.integer(count)
        const own = sentences[page]
        if (own) own[random.integer(SENTENCES)] = sentence()
        texts[page] = textOf(page)
        edited.add(page)
      }
      return edited
    },
  }
}

/** Into `folder`, with the night's time. */
export function writePages(
  folder: string,
  { texts, spaceOf }: Pages,
  edited: Iterable<number>,
  nowMs: number,
): void {
  for (const page of edited) {
    const space = join(folder, spaceOf(page))
    mkdirSync(space, { recursive: true })
    const file = join(space, `${idOf('page', page)}.md`)
    writeFileSync(file, texts[page] ?? '')
    utimesSync(file, nowMs / 1000, nowMs / 1000)
  }
}

export interface NightlyVault {
  /** `there`: so many of the first pages are there; default all. */
  night(edited: ReadonlySet<number>, there?: number): Promise<void>
  close(): Promise<void>
}

export interface NightlyOptions {
  clock(): number
  /** With titles and tables of contents, as people look at them. Default: bodies alone. */
  isTitled?: boolean
}

export async function openNightly(
  path: string,
  pages: Pages,
  { clock, isTitled = false }: NightlyOptions,
): Promise<NightlyVault> {
  const vault = await openVaultForWriting(path, { clock })
  return {
    async night(edited, there = pages.texts.length) {
      const writer = vault.begin({ id: ORGANIZATION, title: 'Bench' }, 'bench')
      const spaces = writer.scope(isTitled ? await addOrganization(writer) : null, 'space')
      const touched = Map.groupBy(Array.from({ length: there }).keys(), pages.spaceOf)
      const keys = new Map<string, ResourceKey>()
      for (const id of touched.keys()) keys.set(id, await spaces.add(spaceItem(id, isTitled)))
      await spaces.finish({ token: null, exact: true })
      for (const [id, own] of touched)
        if (own.some(page => edited.has(page))) {
          const written = { pages, own, edited, isTitled, revision: new Date(clock()).toISOString() }
          await writeSpace(writer, keys.get(id) ?? 0, written)
        }
      await writer.seal({ requests: 0, bytes: 0 })
    },
    close: () => vault.close(),
  }
}

interface Written {
  pages: Pages
  /** Of the space. */
  own: readonly number[]
  edited: ReadonlySet<number>
  isTitled: boolean
  /** Another one each night. */
  revision: string
}

async function writeSpace(writer: SnapshotWriter, space: ResourceKey, written: Written): Promise<void> {
  const { pages, own, edited, isTitled, revision } = written
  if (isTitled) {
    const tree = writer.scope(space, 'revision')
    await tree.add(revisionItem(written))
    await tree.finish({ token: revision, exact: true })
  }
  const scope = writer.scope(space, 'page')
  for (const page of own) {
    const id = idOf('page', page)
    if (!edited.has(page)) {
      scope.keep(id)
      continue
    }
    const text = pages.texts[page] ?? ''
    const base = writer.current(space, 'page', id)?.parts.get('markdown')?.content
    const { content } = await writer.put(Buffer.from(text), { base })
    const fields = isTitled
      ? { type: 'document', title: `Page ${page}`, path: `page-${page}`, documentId: `${id} ${revision}` }
      : {}
    await scope.add({ ...item(id, text, fields), parts: [{ name: 'markdown', content }] })
  }
  await scope.finish({ token: null, exact: true })
}

async function addOrganization(writer: SnapshotWriter): Promise<ResourceKey> {
  const scope = writer.scope(null, 'organization')
  const key = await scope.add(item(ORGANIZATION, ORGANIZATION, { title: 'Bench' }))
  await scope.finish({ token: null, exact: true })
  return key
}

function spaceItem(id: string, isTitled: boolean) {
  return item(id, id, isTitled ? { title: `Handbook ${id}`, visibility: 'private' } : {})
}

const BELOW = 9

/** Nine pages stand below each tenth, in the large space none. */
function revisionItem({ own, pages, revision }: Written) {
  const ids = own.map(page => ({ id: idOf('page', page) }))
  const isFlat = pages.spaceOf(own[0] ?? 0) === LARGE_SPACE
  const tree = isFlat
    ? ids
    : ids.flatMap((top, at) =>
        at % (BELOW + 1) === 0 ? [{ ...top, pages: ids.slice(at + 1, at + BELOW + 1) }] : [],
      )
  const fields = { object: 'revision', revision, pages: tree, files: [], reusableContents: [] }
  return item('content', JSON.stringify(ids), fields)
}

function item(id: string, state: string, fields: object = {}) {
  const json = Buffer.from(JSON.stringify({ id, ...fields }))
  return { id, changeDigest: digestOf(state), json, parts: [] }
}
