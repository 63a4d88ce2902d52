/**
 * Starts emulators over bundles written into temporary folders, and talks to them over real HTTP. What is made here
 * is cleaned up when the test that made it ends.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Agent, request } from 'undici'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import type { Emulator } from '../../src/emulator/handle.ts'
import type { EmulatorOptions } from '../../src/emulator/options.ts'
import { startJudged } from '../helpers/judged-emulator.ts'

export type Files = Record<string, string | Uint8Array>

export const SMALL: Files = {
  'SUMMARY.md':
    '# Table of contents\n\n* [Home](README.md)\n* [Guide](guide.md)\n  * [Setup](guide/setup.md)\n',
  'README.md': '# Home\n\nWelcome to the [guide](guide.md).\n',
  'guide.md': '# Guide\n\nFirst steps.\n',
  'guide/setup.md': '# Setup\n\nRun it.\n',
}

export async function writeBundle(files: Files): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'docvault-emulator-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}

export interface Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  json: unknown
}

export interface Running {
  emulator: Emulator
  /** Id of the first loaded space. */
  space: string
  /** With the token, below `/v1`. */
  get(path: string): Promise<Reply>
  /** Any request to the server; `path` from the root. */
  call(method: string, path: string, options?: { body?: unknown; token?: string | null }): Promise<Reply>
  /** Fields of a good answer. */
  read<T>(path: string, schema: z.ZodType<T>): Promise<T>
  /** All items of a list, `limit` at a time. */
  list<T>(path: string, schema: z.ZodType<T>, limit?: number): Promise<T[]>
  content(revision?: string): Promise<Content>
  page(title: string, revision?: string): Promise<Page>
}

export async function start(files: Files | null = SMALL, options: EmulatorOptions = {}): Promise<Running> {
  const load = files === null ? [] : [{ title: 'Docs', folder: await writeBundle(files) }]
  const emulator = await startJudged({ load, ...options })
  const agent = new Agent()
  onTestFinished(async () => {
    await agent.destroy()
    await emulator.close()
  })
  const call: Running['call'] = async (method, path, { body, token = emulator.token } = {}) => {
    const headers = { ...(token === null ? {} : { authorization: `Bearer ${token}` }) }
    const url = `${new URL(emulator.url).origin}${path}`
    const payload = body === undefined ? null : JSON.stringify(body)
    return replyOf(await request(url, { method, headers, body: payload, dispatcher: agent }))
  }
  const get = (path: string) => call('GET', `/v1${path}`)
  const read: Running['read'] = async (path, schema) => schema.parse((await get(path)).json)
  const [space = ''] = spaceIds(emulator)
  const content = (revision?: string) =>
    read(`/spaces/${space}/${revision === undefined ? 'content' : `revisions/${revision}`}`, contentSchema)
  return {
    emulator,
    space,
    get,
    call,
    read,
    list: (path, schema, limit = 1000) => walkList(read, path, schema, limit),
    content,
    page: async (title, revision) => pageTitled((await content(revision)).pages, title),
  }
}

export async function replyOf(response: Awaited<ReturnType<typeof request>>): Promise<Reply> {
  const text = await response.body.text()
  return { status: response.statusCode, headers: response.headers, text, json: parsed(text) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function walkList<T>(
  read: Running['read'],
  path: string,
  schema: z.ZodType<T>,
  limit: number,
): Promise<T[]> {
  const envelope = z.object({ items: z.array(schema), next: z.object({ page: z.string() }).optional() })
  const items: T[] = []
  let page: string | undefined
  do {
    const query = new URLSearchParams({ limit: String(limit), ...(page === undefined ? {} : { page }) })
    const answer = await read(`${path}?${query}`, envelope)
    items.push(...answer.items)
    page = answer.next?.page
  } while (page !== undefined)
  return items
}

const gitSchema = z.object({ oid: z.string(), path: z.string() })

export interface Page {
  [field: string]: unknown
  id: string
  title: string
  type: string
  path?: string | undefined
  slug?: string | undefined
  documentId?: string | undefined
  markdown?: string | undefined
  git?: z.infer<typeof gitSchema> | undefined
  pages?: Page[] | undefined
}

export const pageSchema: z.ZodType<Page> = z.looseObject({
  id: z.string(),
  title: z.string(),
  type: z.string(),
  path: z.string().optional(),
  slug: z.string().optional(),
  documentId: z.string().optional(),
  markdown: z.string().optional(),
  git: gitSchema.optional(),
  pages: z.array(z.lazy(() => pageSchema)).optional(),
})

export const fileSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  contentType: z.string(),
  downloadURL: z.string(),
  size: z.number(),
  dimensions: z.object({ width: z.number(), height: z.number() }).optional(),
  git: gitSchema.optional(),
})

const contentSchema = z.looseObject({
  id: z.string(),
  parents: z.array(z.string()),
  pages: z.array(pageSchema),
  files: z.array(fileSchema),
  reusableContents: z.array(z.looseObject({ id: z.string(), title: z.string(), document: z.string() })),
  variables: z.record(z.string(), z.unknown()),
})
type Content = z.infer<typeof contentSchema>

export function flatten(pages: readonly Page[]): Page[] {
  return pages.flatMap(page => [page, ...flatten(page.pages ?? [])])
}

export function pageTitled(pages: readonly Page[], title: string): Page {
  const page = flatten(pages).find(one => one.title === title)
  if (page === undefined) throw new Error(`no page titled ${title}`)
  return page
}

const stateSchema = z.looseObject({ spaces: z.array(z.looseObject({ id: z.string() })) })

function spaceIds(emulator: Emulator): string[] {
  return stateSchema.parse(emulator.state()).spaces.map(space => space.id)
}
