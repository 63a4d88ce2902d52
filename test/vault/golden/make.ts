/**
 * Writes the golden vault of the format that the code beside it has: `node test/vault/golden/make.ts`. For a format of
 * the past, copy this folder into a checkout of its commit and run it there; see README.md.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { digestOf } from '../../../src/model/digest.ts'
import { openVaultForWriting } from '../../../src/vault/vault.ts'
import {
  DAY_MS,
  FILE,
  FILE_BYTES,
  FIRST_NIGHT,
  GOLDEN,
  type GoldenNight,
  INLINE_LIMIT_BYTES,
  NIGHTS,
  SPACE,
} from './organization.ts'

type Vault = Awaited<ReturnType<typeof openVaultForWriting>>
type Snapshot = ReturnType<Vault['begin']>

const folder = mkdtempSync(join(tmpdir(), 'docvault-golden-'))
try {
  let now = FIRST_NIGHT
  const vault = await openVaultForWriting(folder, { inlineLimitBytes: INLINE_LIMIT_BYTES, clock: () => now })
  for (const night of NIGHTS) {
    await writeNight(vault.begin(GOLDEN, 'golden'), night)
    now += DAY_MS
  }
  vault.setFact('offers:revisions', 'true')
  await vault.close()
  const format = formatOf(folder)
  if (format >= 3) await writeLedger(folder)
  const tar = execFileSync('tar', ['--sort=name', '--owner=0', '--group=0', '-c', '-C', folder, '.'])
  const params = { [constants.ZSTD_c_compressionLevel]: 19 }
  const file = join(import.meta.dirname, `format-${format}.tar.zst`)
  writeFileSync(file, zstdCompressSync(tar, { params }))
  process.stdout.write(`${file}\n`)
} finally {
  rmSync(folder, { recursive: true })
}

async function writeNight(writer: Snapshot, night: GoldenNight): Promise<void> {
  const spaces = writer.scope(null, 'space')
  const space = await spaces.add(item(SPACE, { title: 'Handbook' }))
  await spaces.finish({ token: null, exact: true })
  const pages = writer.scope(space, 'page')
  for (const [id, { title, text }] of Object.entries(night.pages)) {
    const documentId = `document-${digestOf(text).slice(0, 12)}`
    const base = writer.current(space, 'page', id)?.parts.get('markdown')?.content
    const body = { key: documentId, name: 'markdown' } as const
    const stored =
      writer.findBody(space, body) ??
      (await writer.putBody(space, body, Buffer.from(text), base === undefined ? {} : { base }))
    const parts = [{ name: 'markdown', content: stored.content }] as const
    await pages.add({ ...item(id, { title, documentId }), parts })
  }
  await pages.finish({ token: null, exact: true })
  const files = writer.scope(space, 'file')
  const bytes = await writer.put(FILE_BYTES)
  await files.add({
    ...item(FILE, { name: 'plan.bin' }),
    parts: [{ name: 'bytes', content: bytes.content }],
  })
  await files.finish({ token: null, exact: true })
  await writeMembers(writer, night)
  await writer.seal({ requests: 5, bytes: 12345 })
}

async function writeMembers(writer: Snapshot, { members }: GoldenNight): Promise<void> {
  if (members === null) {
    writer.gap({ kind: 'member', parentKey: null, class: 'refused', message: 'answered 403' })
    return
  }
  const scope = writer.scope(null, 'member')
  for (const [id, role] of Object.entries(members)) await scope.add(item(id, { role }))
  await scope.finish({ token: null, exact: true })
}

function item(id: string, value: object) {
  const json = Buffer.from(JSON.stringify({ id, ...value }))
  return { id, changeDigest: digestOf(json), json, parts: [] }
}

/** Not there before format 3. */
async function writeLedger(path: string): Promise<void> {
  const { openLedger } = await import('../../../src/vault/ledger.ts')
  const ledger = openLedger(path, 'append')
  ledger.append({
    body: (number, previous) => JSON.stringify({ number, previous, what: 'golden' }),
    sign: null,
  })
  ledger.close()
}

function formatOf(path: string): number {
  const db = new Database(join(path, 'catalog.db'), { readonly: true })
  const format = Number(db.pragma('user_version', { simple: true }))
  db.close()
  return format
}
