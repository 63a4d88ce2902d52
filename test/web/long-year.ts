/** A vault whose lists are longer than a page of them: a flat space, a page that is edited each night, and a night that does much. */
import { join } from 'node:path'
import { digestOf } from '../../src/model/digest.ts'
import { openVaultForWriting, type ResourceKey, type SnapshotWriter } from '../../src/vault/vault.ts'
import { temporaryFolder } from '../vault/fixture.ts'

export const NIGHTS = 45
/** More than a search counts. */
export const PAGES = 310
/** In the last night the last pages are gone, and all the others edited and renamed. */
export const REMOVED = 70

const FIRST_MS = Date.parse('2026-01-01T02:00:00Z')
const DAY_MS = 86_400_000

export async function makeLongYear() {
  const path = join(temporaryFolder(), 'vault')
  let now = FIRST_MS
  const vault = await openVaultForWriting(path, { clock: () => now })
  for (let night = 1; night <= NIGHTS; night++) {
    now = FIRST_MS + night * DAY_MS
    const writer = vault.begin({ id: 'org', title: 'Org' }, 'test')
    const organizations = writer.scope(null, 'organization')
    const organization = await organizations.add(item('org', { title: 'Org' }))
    await organizations.finish({ token: null, exact: true })
    const spaces = writer.scope(organization, 'space')
    const space = await spaces.add(item('space', { title: 'Space' }))
    await spaces.finish({ token: null, exact: true })
    await writePages(writer, space, night)
    await writer.seal({ requests: 0, bytes: 0 })
  }
  await vault.close()
  return { vault: path, organization: 'org', lastMs: now }
}

async function writePages(writer: SnapshotWriter, space: ResourceKey, night: number): Promise<void> {
  const isLast = night === NIGHTS
  const ids = Array.from({ length: isLast ? PAGES - REMOVED : PAGES }, (_, page) => `page-${page}`)
  const tree = writer.scope(space, 'revision')
  if (night > 1) tree.keep('content')
  else await tree.add(item('content', { pages: ids.map(id => ({ id })) }))
  await tree.finish({ token: String(night), exact: true })
  const pages = writer.scope(space, 'page')
  for (const [index, id] of ids.entries()) {
    if (night > 1 && index > 0 && !isLast) {
      pages.keep(id)
      continue
    }
    const { content } = await writer.put(Buffer.from(`# ${id}\n\nNight ${night}.\n`))
    const title = isLast ? `Page ${index}, revised` : `Page ${index}`
    const fields = { title, type: 'document', documentId: `${id} ${night}` }
    await pages.add({ ...item(id, fields), parts: [{ name: 'markdown', content }] })
  }
  await pages.finish({ token: null, exact: true })
}

function item(id: string, fields: object) {
  const json = JSON.stringify({ id, ...fields })
  return { id, changeDigest: digestOf(json), json: Buffer.from(json), parts: [] }
}
