/** Pages of a company, a night at a time, as files for others and as snapshots of a vault. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeRandom } from '../src/emulator/state/random.ts'
import { digestOf } from '../src/model/digest.ts'
import { openVaultForWriting, type ResourceKey, type SnapshotWriter } from '../src/vault/vault.ts'

export interface Pages {
  /** By number of the page. */
  readonly texts: readonly string[]
  /** Edits a sentence of so many pages; answers which. */
  edit(count: number): Set<number>
}

const WORDS_A_SENTENCE = 12
const SENTENCES = 35
const VOCABULARY = 4000
const PAGES_A_SPACE = 100

export function makePages(count: number, seed: number): Pages {
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
    edit(changes) {
      const edited = new Set<number>()
      for (let change = 0; change < changes; change++) {
        const page = random.integer(count)
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
export function writePages(folder: string, { texts }: Pages, edited: Iterable<number>, nowMs: number): void {
  for (const page of edited) {
    const space = join(folder, spaceOf(page))
    mkdirSync(space, { recursive: true })
    const file = join(space, `page-${page}.md`)
    writeFileSync(file, texts[page] ?? '')
    utimesSync(file, nowMs / 1000, nowMs / 1000)
  }
}

export interface NightlyVault {
  night(edited: ReadonlySet<number>): Promise<void>
  close(): Promise<void>
}

export async function openNightly(path: string, pages: Pages, clock: () => number): Promise<NightlyVault> {
  const vault = await openVaultForWriting(path, { clock })
  return {
    async night(edited) {
      const writer = vault.begin({ id: 'org', title: 'Bench' }, 'bench')
      const spaces = writer.scope(null, 'space')
      const touched = Map.groupBy(pages.texts.keys(), spaceOf)
      const keys = new Map<string, ResourceKey>()
      for (const id of touched.keys()) keys.set(id, await spaces.add(item(id, id)))
      await spaces.finish({ token: null, exact: true })
      for (const [id, own] of touched)
        if (own.some(page => edited.has(page)))
          await writeSpace(writer, keys.get(id) ?? 0, { pages, own, edited })
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
}

async function writeSpace(
  writer: SnapshotWriter,
  space: ResourceKey,
  { pages, own, edited }: Written,
): Promise<void> {
  const scope = writer.scope(space, 'page')
  for (const page of own) {
    const id = `page-${page}`
    if (!edited.has(page)) {
      scope.keep(id)
      continue
    }
    const text = pages.texts[page] ?? ''
    const base = writer.current(space, 'page', id)?.parts.get('markdown')?.content
    const { content } = await writer.put(Buffer.from(text), { base })
    await scope.add({ ...item(id, text), parts: [{ name: 'markdown', content }] })
  }
  await scope.finish({ token: null, exact: true })
}

function item(id: string, state: string) {
  return { id, changeDigest: digestOf(state), json: Buffer.from(JSON.stringify({ id })), parts: [] }
}

function spaceOf(page: number): string {
  return `space-${Math.floor(page / PAGES_A_SPACE)}`
}
