/** A vault of one space with pages that are edited each night, and what of it is there. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { digestOf } from '../../../src/model/digest.ts'
import { openForWriting } from '../../../src/vault/catalog/database.ts'
import { writeForgotten } from '../../../src/vault/catalog/forgotten.ts'
import type { Finding, Vault, WriterOptions } from '../../../src/vault/vault.ts'
import { findings, newVault, ORGANIZATION, seal } from '../fixture.ts'

export const PAGES = 12
const START = Date.parse('2026-11-01T02:00:00Z')
const DAY_MS = 86_400_000

/** Small, so that a few pages make blocks, deltas and files. */
const SMALL: WriterOptions = { blockBytes: 4000, inlineLimitBytes: 3000 }

export async function pagesVault(options: WriterOptions = SMALL) {
  let now = START
  const made = await newVault({ clock: () => now, ...options })
  /** One more snapshot; `bodyOf`: of each page, by its number. */
  async function night(bodyOf: (page: number) => string) {
    const writer = made.vault.begin(ORGANIZATION, 'test')
    const spaces = writer.scope(null, 'space')
    const space = await spaces.add(item('s', 'space'))
    await spaces.finish({ token: null, exact: true })
    const pages = writer.scope(space, 'page')
    for (let page = 0; page < PAGES; page++) {
      const text = bodyOf(page)
      const base = writer.current(space, 'page', `p${page}`)?.parts.get('markdown')?.content
      const body = { key: digestOf(text), name: 'markdown' } as const
      const stored =
        writer.findBody(space, body) ?? (await writer.putBody(space, body, Buffer.from(text), { base }))
      const parts = [{ name: 'markdown' as const, content: stored.content }]
      await pages.add({ ...item(`p${page}`, digestOf(text)), parts })
    }
    await pages.finish({ token: `night ${now}`, exact: true })
    const summary = await seal(writer)
    now += DAY_MS
    return summary
  }
  return { ...made, night, clock: () => now }
}

function item(id: string, text: string) {
  return { id, changeDigest: digestOf(text), json: Buffer.from(JSON.stringify({ id, text })), parts: [] }
}

export function forget(path: string, snapshots: readonly number[], at = 0): void {
  editCatalog(path, db => {
    for (const snapshot of snapshots) writeForgotten(db, { snapshot, at, by: 'test', policy: '', plan: '' })
  })
}

/** Beside whoever has it open. `unnoticed`: the tally does not follow, and nothing holds references. */
export function editCatalog(
  path: string,
  edit: (db: ReturnType<typeof openForWriting>) => void,
  { unnoticed = false } = {},
): void {
  const file = join(path, 'catalog.db')
  const db = unnoticed ? new Database(file) : openForWriting(file)
  try {
    if (unnoticed) db.pragma('foreign_keys = OFF')
    edit(db)
  } finally {
    db.close()
  }
}

/** What a snapshot holds, bodies read and verified, as `kind/parent/id` to text. */
export function viewWithBodies(vault: Vault, snapshot: number): Record<string, unknown> {
  const view: Record<string, unknown> = {}
  for (const resource of vault.resources(snapshot)) {
    const bodies = resource.parts.map(part => [part.name, vault.read(part.content).toString('base64')])
    view[`${resource.kind}/${resource.parentId ?? ''}/${resource.id}`] = [vault.readJson(resource), bodies]
  }
  return view
}

export async function damageIn(vault: Vault): Promise<Finding[]> {
  return (await findings(vault)).filter(({ severity }) => severity === 'damage')
}

/** Contents, versions and marks that no snapshot needs which is not pruned, by a way of its own. */
export function prunable(path: string): string[] {
  const db = new Database(join(path, 'catalog.db'), { readonly: true })
  try {
    const kept = `(SELECT snapshot.id FROM snapshot WHERE snapshot.id NOT IN (SELECT snapshot FROM pruned)
      AND snapshot.id >= since AND (until IS NULL OR snapshot.id < until) LIMIT 1)`
    const rows = (sql: string) =>
      db
        .prepare<[], { found: string }>(sql)
        .all()
        .map(({ found }) => found)
    return [
      ...rows(`SELECT format('version %d %d', resource, since) AS found FROM version WHERE ${kept} IS NULL`),
      ...rows(`SELECT format('content %d', id) AS found FROM content WHERE id NOT IN (SELECT content FROM version)
               AND id NOT IN (SELECT content FROM part)`),
      ...rows(
        `SELECT format('body %s', key) AS found FROM body WHERE content NOT IN (SELECT content FROM part)`,
      ),
      ...rows(`SELECT format('part %d %d', resource, since) AS found FROM part LEFT JOIN version USING (resource, since)
               WHERE version.content IS NULL`),
    ]
  } finally {
    db.close()
  }
}
