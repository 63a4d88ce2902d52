/**
 * What is passed over as unchanged, of pages given one by one: each is held against what the base has of it, in bases
 * with lost contents, altered rows, bodies stored again, cut runs and gaps.
 */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import { backupSettings } from '../../jobs/backup.ts'
import { withClient, withHeld } from '../../jobs/held.ts'
import { OpenScope } from '../../src/backup/open-scope.ts'
import type { ParentNode } from '../../src/backup/parent-node.ts'
import { passingOver } from '../../src/backup/pass-over.ts'
import { makeReadContext } from '../../src/backup/read-context.ts'
import { type BackupSession, beginSession } from '../../src/backup/session.ts'
import { digestOf } from '../../src/model/digest.ts'
import type { Organization } from '../../src/platform/operations/organizations.ts'
import { resources } from '../../src/resources/index.ts'
import type { ContainedResource, Item } from '../../src/resources/resource.ts'
import { markLost } from '../../src/vault/catalog/lost.ts'
import { defineRowSum } from '../../src/vault/catalog/row-sum.ts'
import type { ResourceKey, SnapshotWriter, Vault, WritableVault } from '../../src/vault/vault.ts'
import { seal, temporaryFolder, writeScope } from '../vault/fixture.ts'

const ORGANIZATION: Organization = {
  object: 'organization',
  id: 'org',
  title: 'Org',
  createdAt: '2026-01-01T00:00:00.000Z',
  emailDomains: [],
  type: 'business',
  inviteLinks: false,
  plan: 'ultimate',
}
const FORMATS = ['document', 'markdown'] as const
type Format = (typeof FORMATS)[number]
const DOCUMENTS = ['d0', 'd1', 'd2'] as const
const IDS = ['a', 'b', 'c', 'd'] as const

const node = fc.record(
  {
    title: fc.constantFrom('one', 'two'),
    description: fc.constantFrom('', 'three'),
    emoji: fc.constantFrom('1f600', '1f601'),
    hidden: fc.boolean(),
    slug: fc.constantFrom('one', 'two'),
    documentId: fc.option(fc.constantFrom(...DOCUMENTS)),
  },
  { requiredKeys: ['title', 'documentId'] },
)
const formats = fc.constantFrom<Format[]>([...FORMATS], [...FORMATS], ['document'], ['markdown'])
const bodyNames = fc.subarray(
  DOCUMENTS.flatMap(key => FORMATS.map(name => ({ key, name }))),
  { maxLength: 2 },
)

/** A base, what became of it, and the pages that the next answer names: some as they were, some repeated. */
const night = fc.record({
  base: fc.record(Object.fromEntries(IDS.map(id => [id, fc.record({ node, kept: formats })]))),
  restored: bodyNames,
  between: fc.constantFrom('cut run', 'gap', 'whole run'),
  altered: bodyNames,
  lost: fc.option(fc.record({ id: fc.constantFrom(...IDS), part: fc.constantFrom('', '', ...FORMATS) })),
  asBefore: fc.subarray([...IDS], { minLength: 2 }),
  answer: fc.array(
    fc.record({
      id: fc.constantFrom(...IDS, 'new'),
      edit: fc.option(node, { freq: 2 }),
      whole: fc.boolean(),
    }),
    { minLength: 2, maxLength: 6 },
  ),
  formats,
})
type Night = typeof night extends fc.Arbitrary<infer T> ? T : never

function itemOf(id: string, fields: Item): Item {
  return { id, type: 'document', ...fields }
}

/** A page of the answer: the one of the base with some fields changed, with others altogether, or as it was. */
function answered({ base }: Night, { id, edit, whole }: Night['answer'][number]): Item {
  const before = base[id]?.node ?? { title: 'new', documentId: null }
  return itemOf(id, { ...(whole && edit ? {} : before), ...edit })
}

function keptIn({ base }: Night, id: string): readonly Format[] {
  const page = base[id]
  return page?.node.documentId ? page.kept : []
}

/** Of the last one, document and Markdown are the same bytes: then nothing but the name of a part tells them apart. */
const bytesOf = (key: string, name: string) => Buffer.from(key === 'd2' ? key : `${name} of ${key}`)
const has = (list: Night['altered'], key: unknown, name: string) =>
  list.some(body => body.key === key && body.name === name)

/** By the words of the contract: the same bytes, the same parts with the same bytes, and nothing of it lost. */
function isUnchanged(state: Night, item: Item, isLost: (content: Buffer) => boolean): boolean {
  const page = state.base[String(item.id)]
  if (page === undefined) return false
  const before = JSON.stringify(itemOf(String(item.id), page.node))
  if (JSON.stringify(item) !== before || isLost(Buffer.from(before))) return false
  const wanted = item.documentId ? state.formats : []
  const kept = keptIn(state, String(item.id))
  if (wanted.length !== kept.length || wanted.some(name => !kept.includes(name))) return false
  return wanted.every(
    name =>
      !has(state.altered, item.documentId, name) &&
      !has(state.restored, item.documentId, name) &&
      !isLost(bytesOf(String(item.documentId), name)),
  )
}

async function writeBase(writer: SnapshotWriter, state: Night): Promise<ResourceKey> {
  const parent = (await writeScope(writer, null, 'space', { s: '1' })).get('s') ?? 0
  const scope = writer.scope(parent, 'page')
  for (const [id, page] of Object.entries(state.base)) {
    const json = JSON.stringify(itemOf(id, page.node))
    const parts = []
    for (const name of keptIn(state, id)) {
      const key = String(page.node.documentId)
      parts.push({ name, content: (await writer.putBody(parent, { key, name }, bytesOf(key, name))).content })
    }
    await scope.add({ id, changeDigest: digestOf(json), json: Buffer.from(json), parts })
  }
  await scope.finish({ token: null, exact: true })
  await seal(writer)
  return parent
}

/** Bodies that are stored again with other bytes, in a run that is cut off, has a gap, or comes to its end. */
async function writeBetween(vault: WritableVault, parent: ResourceKey, { restored, between }: Night) {
  const writer = vault.begin(ORGANIZATION, 'test')
  for (const { key, name } of restored) await writer.putBody(parent, { key, name }, Buffer.from('other'))
  await writer.flush()
  if (between === 'cut run') return writer.abandon()
  if (between === 'gap')
    writer.gap({ kind: 'page', parentKey: parent, class: 'truncated', message: 'it was cut' })
  await seal(writer)
}

/** Answers whether bytes are lost. */
function damage(path: string, { altered, lost, base }: Night): (content: Buffer) => boolean {
  const db = new Database(join(path, 'catalog.db'))
  defineRowSum(db)
  const spoil = db.prepare(
    'UPDATE body SET sum = sum + 1 WHERE key = ? AND name = (SELECT id FROM term WHERE text = ?)',
  )
  for (const { key, name } of altered) spoil.run(key, name)
  const page = lost && base[lost.id]
  const bytes =
    page &&
    (lost.part === ''
      ? JSON.stringify(itemOf(lost.id, page.node))
      : bytesOf(page.node.documentId ?? '', lost.part))
  const digest = bytes ? digestOf(bytes) : ''
  const content = db
    .prepare<[Buffer], number>('SELECT id FROM content WHERE digest = ?')
    .pluck()
    .get(Buffer.from(digest, 'hex'))
  if (content !== undefined) markLost(db, { content, found: 1, why: 'test' }, 1)
  db.close()
  return found => content !== undefined && digestOf(found) === digest
}

function pageKind(): ContainedResource {
  const found = resources.find(({ kind }) => kind === 'page')
  if (!found || !('within' in found)) throw new Error('page is no part of an answer')
  return found
}

async function unpassed(session: BackupSession, scope: OpenScope, parent: ParentNode, items: Item[]) {
  const page = pageKind()
  await scope.writer.gather()
  const readContext = makeReadContext(session.context, session.knowledge, page, parent)
  const left: Item[] = []
  for await (const item of passingOver(session, parent, [scope])?.(page, items, readContext) ?? items)
    left.push(item)
  return left
}

async function add(scope: OpenScope, items: readonly Item[]): Promise<void> {
  for (const item of items) {
    const json = JSON.stringify(item)
    await scope.writer.add({
      id: String(item.id),
      changeDigest: digestOf(json),
      json: Buffer.from(json),
      parts: [],
    })
  }
}

function pagesIn(vault: Vault): Record<string, unknown> {
  const pages = [...vault.resources(vault.snapshots().at(-1)?.snapshot ?? 0, { kind: 'page' })]
  return Object.fromEntries(pages.map(page => [page.id, vault.readJson(page)]))
}

test('of pages of every form those are passed over that are byte for byte as the base has them', async () => {
  await fc.assert(
    fc.asyncProperty(night, async state => {
      const path = join(temporaryFolder(), 'vault')
      const env = { DOCVAULT_PLATFORM_URL: 'http://127.0.0.1:9/v1', DOCVAULT_PLATFORM_TOKEN: 'none' }
      const config = loadConfig({ env: { ...env, DOCVAULT_VAULT_PATH: path } })
      await withHeld({ config }, 'test', held =>
        withClient(held, undefined, async platform => {
          const vault = await held.vault()
          const key = await writeBase(vault.begin(ORGANIZATION, 'test'), state)
          await writeBetween(vault, key, state)
          const isLost = damage(path, state)
          const settings = { ...backupSettings(config, {}), formats: state.formats }
          const request = {
            platform,
            vault,
            resources,
            settings,
            organization: ORGANIZATION,
            trigger: 'test',
          }
          const session = beginSession(request)
          expect(session.context.writer.resumed).toBe(state.between === 'cut run')
          const parent = { key, kind: 'space', id: 's', item: { id: 's' }, title: 'S', above: null } as const
          const scope = new OpenScope(session.context.writer, pageKind(), parent)
          const asBefore = state.asBefore.map(id => itemOf(id, state.base[id]?.node ?? {}))
          const items = [...asBefore, ...state.answer.map(page => answered(state, page))]
          const left = await unpassed(session, scope, parent, items)
          expect(left).toEqual(items.filter(item => !isUnchanged(state, item, isLost)))
          expect(scope.count).toBe(items.length - left.length)
          await add(scope, left)
          const named = items.map(item => item.id)
          expect(scope.missingIds()).toEqual(IDS.filter(id => !named.includes(id)))
          await scope.writer.finish({ token: null, exact: true })
          await seal(session.context.writer)
          const now = [...items.filter(item => !left.includes(item)), ...left]
          expect(pagesIn(vault)).toEqual(Object.fromEntries(now.map(item => [item.id, item])))
          session.context.budget.close()
        }),
      )
    }),
    { numRuns: 30 },
  )
})
