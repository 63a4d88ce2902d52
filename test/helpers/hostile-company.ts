/**
 * An organization in which everything that has a name or a text is called by a payload: spaces, pages, files, people, comments,
 * drafts. Three nights: in the second every text is another payload, in the third some things are gone. Backed up twice: with
 * documents, and with Markdown alone.
 */
import { join } from 'node:path'
import { z } from 'zod'
import type { Node } from '../bundle/generated-documents.ts'
import { environmentOf, makeCompany, takeSnapshot } from './company.ts'
import { documentsWith, markdownWith } from './hostile-places.ts'

export interface HostileCompany {
  /** The vault whose pages are documents. */
  env: Record<string, string>
  /** Of the vault whose pages are Markdown alone. */
  markdownPath: string
  organization: string
  /** In the second vault, too. */
  pages: readonly string[]
  /** Each has several payloads in all sorts of nodes. */
  documentPages: readonly string[]
  files: readonly string[]
  /** The page that shows all files. */
  gallery: string
  /** How many texts of what sort are payloads, in all nights. */
  places: Readonly<Record<string, number>>
}

type Company = Awaited<ReturnType<typeof makeCompany>>

/** As many payloads as one page has, each of them its title in one night. */
const TOGETHER = 3
/** Of payloads, and a last one in which much is gone. */
export const NIGHTS = 3

export async function makeHostileCompany(payloads: readonly string[]): Promise<HostileCompany> {
  // Titles longer than a service takes, and texts that none would send.
  const company = await makeCompany({
    asDescribed: false,
    profile: 'current',
    sites: 1,
    load: [],
    members: 1,
  })
  const { emulator, folder } = company
  const vaults = { documents: join(folder, 'vault'), markdown: join(folder, 'markdown-vault') }
  const env = environmentOf(emulator, vaults.documents)
  const groups = [...Map.groupBy(payloads.entries(), ([at]) => Math.floor(at / TOGETHER)).values()].map(
    group => group.map(([, payload]) => payload),
  )
  const space = emulator.create('space', { title: 'Texts' })
  const pages = groups.map((_group, at) =>
    emulator.create('page', { space, title: `Page ${at}`, markdown: '' }),
  )
  const files = await addFiles(company, payloads)
  const documentPages = await addDocuments(company, space, groups)
  nameThings(company, payloads)
  for (const [at, page] of pages.entries())
    for (const text of groups[at] ?? []) await comment(company, space, { page, text })
  for (let night = 0; night < NIGHTS; night++) {
    for (const [at, page] of pages.entries()) emulator.patch('page', page, textsOf(groups[at] ?? [], night))
    await backUp({ ...env, DOCVAULT_BACKUP_FORMATS: 'document,markdown' })
    if (night < 2)
      await backUp({ ...env, DOCVAULT_VAULT_PATH: vaults.markdown, DOCVAULT_BACKUP_FORMATS: 'markdown' })
  }
  for (const page of pages) emulator.remove('page', page)
  await backUp(env)
  const vault = company.vault()
  const gallery = [...vault.resources(1, { kind: 'page' })].find(page =>
    JSON.stringify(vault.readJson(page)).includes('"Welcome"'),
  )
  return {
    gallery: gallery?.id ?? '',
    ...{
      env,
      markdownPath: vaults.markdown,
      organization: emulator.organization,
      pages,
      documentPages,
      files,
    },
    places: placesOf(payloads, groups),
  }
}

async function backUp(env: Record<string, string>): Promise<void> {
  const { state, gaps } = await takeSnapshot(env)
  if (state !== 'complete') throw new Error(`the backup is ${state}: ${JSON.stringify(gaps.slice(0, 3))}`)
}

/** The body has other payloads each night, so that two nights differ. */
function textsOf(group: readonly string[], night: number) {
  const turned = group.map((_payload, at) => group[(at + night) % group.length] ?? '')
  const [title = '', description = title] = turned
  return { title, description, markdown: turned.slice(0, 2).map(bodyWith).join('\n\n') }
}

function placesOf(
  payloads: readonly string[],
  groups: readonly (readonly string[])[],
): Record<string, number> {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
  const bodies = groups.flatMap(group =>
    [0, 1, 2].flatMap(night =>
      group.map((_payload, at) => group[(at + night) % group.length] ?? '').slice(0, 2),
    ),
  )
  return {
    'titles and descriptions of pages': 2 * NIGHTS * groups.length,
    'places in Markdown': sum(bodies.map(payload => markdownWith(payload).length)),
    'places in documents': sum(payloads.map((payload, at) => nodesWith(payload, at).length)),
    'comments and replies': 2 * payloads.length,
    'names and contents of files': 2 * payloads.length,
    'names of people, spaces, collections, teams': payloads.length + 3 * namesFor(payloads).length,
  }
}

/** Front matter is some only at the beginning. */
function bodyWith(payload: string): string {
  const pieces = markdownWith(payload)
  const front = pieces.filter(piece => piece.startsWith('---'))
  return [...front, ...pieces.filter(piece => !piece.startsWith('---'))].join('\n\n')
}

/** Of which everything costs many requests, so that not every payload has one. */
function namesFor(payloads: readonly string[]): string[] {
  return payloads.filter((payload, at) => payload.trim() !== '' && at % 32 === 0)
}

function nameThings({ emulator }: Company, payloads: readonly string[]): void {
  for (const name of namesFor(payloads)) {
    emulator.create('space', { title: name })
    emulator.create('collection', { title: name, description: name })
    emulator.create('team', { title: name })
  }
  for (const name of payloads)
    emulator.create('member', { displayName: name, email: `${name.slice(0, 60)}@evil.test`, role: 'read' })
  emulator.patch('organization', emulator.organization, { title: payloads[0] ?? '' })
}

/** Drawings that are called by payloads and have them inside; a page shows them all. */
async function addFiles(company: Company, payloads: readonly string[]): Promise<string[]> {
  const names = payloads.map((_payload, at) => `drawing-${at}.svg`)
  const shown = names.map(name => `![${name}](.gitbook/assets/${name})`).join('\n\n')
  await company.edit({
    'README.md': `# All drawings\n\n${shown}\n`,
    ...Object.fromEntries(
      payloads.map((payload, at) => [`.gitbook/assets/${names[at]}`, drawingWith(payload)]),
    ),
  })
  const found = await filesOf(company)
  return names.map((name, at) => {
    const id = found.get(name) ?? ''
    company.emulator.patch('file', id, { name: payloads[at] ?? '', contentType: 'image/svg+xml' })
    return id
  })
}

function drawingWith(payload: string): string {
  const link = payload.replace(/[<>"&]/g, sign => `&#${sign.charCodeAt(0)};`)
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9" onload="alert(1)"><script>alert(1)</script><image href="https://evil.test/in-drawing.png"/><a xlink:href="${link}"><text>x</text></a><foreignObject><body xmlns="http://www.w3.org/1999/xhtml">${payload}</body></foreignObject></svg>`
}

const listSchema = z.object({
  items: z.array(z.object({ id: z.string(), name: z.string() })),
  next: z.object({ page: z.string() }).optional(),
})

/** Ids by names. */
async function filesOf(company: Company): Promise<Map<string, string>> {
  const { space } = await company.emulator.load('Handbook', company.handbook)
  const found = new Map<string, string>()
  let page = ''
  do {
    const list = listSchema.parse(
      await ask(company, 'GET', `/spaces/${space}/content/files?limit=1000${page}`),
    )
    for (const { id, name } of list.items) found.set(name, id)
    page = list.next ? `&page=${encodeURIComponent(list.next.page)}` : ''
  } while (page !== '')
  return found
}

/** As many pages as one request may bring. */
const BATCH = 25
/** Of all places in a document each payload is in a part, another one than its neighbours'. */
const PARTS = 4

function nodesWith(payload: string, at: number): Node[] {
  // Of the longest the document would be larger than a service answers.
  return documentsWith(payload.slice(0, 500))
    .flat()
    .flatMap((node, place) => {
      if (node.type === 'paragraph' && Array.isArray(node.nodes) && node.nodes.length > PARTS)
        return [{ ...node, nodes: node.nodes.filter((_inline, index) => index % PARTS === at % PARTS) }]
      return node.type === 'table' || place % PARTS === at % PARTS ? [node] : []
    })
}

/** By a draft that is merged: only so can a document be written node by node. */
async function addDocuments(
  company: Company,
  space: string,
  groups: readonly (readonly string[])[],
): Promise<string[]> {
  const { id: draft } = idSchema.parse(
    await ask(company, 'POST', `/spaces/${space}/change-requests`, { subject: groups[0]?.[0] ?? '' }),
  )
  const path = `/spaces/${space}/change-requests/${draft}`
  const made: string[] = []
  const changes = groups.map((group, at) => {
    const nodes = group.flatMap((payload, index) => nodesWith(payload, at * TOGETHER + index))
    return {
      operation: 'insert_page',
      title: group[0]?.slice(0, 100) || 'Untitled',
      document: { document: { object: 'document', data: {}, nodes } },
    }
  })
  for (let from = 0; from < changes.length; from += BATCH) {
    const answer = await ask(company, 'POST', `${path}/content?compat=false`, {
      changes: changes.slice(from, from + BATCH),
    })
    made.push(...batchSchema.parse(answer).changes.map(({ page }) => page.id))
  }
  await ask(company, 'POST', `${path}/merge`)
  return made
}

const idSchema = z.object({ id: z.string() })
const batchSchema = z.object({ changes: z.array(z.object({ page: idSchema })) })

async function comment(
  company: Company,
  space: string,
  { page, text }: { page: string; text: string },
): Promise<void> {
  const body = { body: { markdown: text } }
  const { id } = idSchema.parse(await ask(company, 'POST', `/spaces/${space}/comments`, { ...body, page }))
  await ask(company, 'POST', `/spaces/${space}/comments/${id}/replies`, body)
}

async function ask(
  { emulator: { url, token } }: Company,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 500)}`)
  return text === '' ? null : JSON.parse(text)
}
