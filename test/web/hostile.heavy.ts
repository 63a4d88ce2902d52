/**
 * Every page of an organization in which everything is called by a payload, in Chromium: no dialog opens, no script runs, no
 * request leaves the server, the browser has nothing to complain of, and no element or attribute is there that could do any of it.
 * EVERY=10 takes each tenth payload only.
 */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { OWN_VISIT } from '../../src/web/visitor.ts'
import { inTabs, serveFor, useBrowser, type Watched, watchedContext } from '../helpers/browser.ts'
import { type HostileCompany, makeHostileCompany, NIGHTS } from '../helpers/hostile-company.ts'
import { hostilePayloads } from '../helpers/hostile-payloads.ts'
import { problemsOfPage } from '../helpers/opened-page.ts'
import { openViews, type Views } from '../helpers/views.ts'

const every = Number(process.env.EVERY ?? 1)
const payloads = hostilePayloads.filter((_payload, at) => at % every === 0)
const browser = useBrowser()

test(`${payloads.length} payloads do nothing in any page`, { timeout: 4 * 3_600_000 }, async () => {
  const company = await makeHostileCompany(payloads)
  const views = openViews(company.env)
  const sets: Readonly<Record<string, readonly string[]>> = {
    ...pagesOf(company),
    ...(await listsOf(views, company)),
    'searches for payloads': payloads.map(payload => `/search?q=${escaped(payload)}`),
  }
  const opened = await openedIn(views)
  for (const [name, addresses] of Object.entries(sets)) {
    const startedMs = performance.now()
    await visitAll(opened, addresses)
    console.log(`${name}: ${addresses.length} in ${Math.round((performance.now() - startedMs) / 1000)} s`)
  }
  expect(opened.complaints.slice(0, 10)).toEqual([])
  await drawingsShown(company, opened)
  await filesSaved(company, opened)
  const senseless = payloads.flatMap(payload => senselessAddresses(company, payload))
  await visitAll(opened, senseless, [404, 400, 300, 200])
  const markdown = await openedIn(openViews({ ...company.env, DOCVAULT_VAULT_PATH: company.markdownPath }))
  const inMarkdown = markdownPages(company)
  await visitAll(markdown, inMarkdown)
  expect(markdown.complaints.slice(0, 10)).toEqual([])
  report(company, {
    ...sets,
    'addresses that mean nothing': senseless,
    'pages kept as Markdown alone': inMarkdown,
    files: company.files,
  })
})

interface Opened extends Watched {
  origin: string
}

async function openedIn({ web }: Views): Promise<Opened> {
  const origin = await serveFor(request => web.fetch(request, OWN_VISIT))
  const viewport = { width: 1280, height: 800 }
  return { origin, ...(await watchedContext(browser(), origin, { viewport })) }
}

async function visitAll(
  { origin, context, deeds }: Opened,
  addresses: readonly string[],
  statuses: readonly number[] = [200],
): Promise<void> {
  const problems: string[] = []
  await inTabs(context, addresses, async (page, address) => {
    const answer = await page.goto(origin + address)
    if (!statuses.includes(answer?.status() ?? 0)) problems.push(`${address}: ${answer?.status()}`)
    problems.push(...(await problemsOfPage(page)))
  })
  expect(problems.slice(0, 10)).toEqual([])
  expect(deeds.slice(0, 10)).toEqual([])
}

const VIEWS = ['rendered', 'source', 'fields', 'blame', 'comments']
const COMPARISONS = ['rendered', 'split', 'words', 'fields']

function pagesOf({ organization, pages, documentPages }: HostileCompany) {
  const org = `/o/${organization}`
  const nights = Array.from({ length: NIGHTS }, (_, at) => at + 1)
  const inNights = [
    ...pages.flatMap(id => nights.map(night => `${org}/at/${night}/p/${id}`)),
    ...documentPages.map(id => `${org}/at/1/p/${id}`),
  ]
  const compared = pages.flatMap(id =>
    nights.slice(1).map(night => ({ id, ends: `a=${night - 1}&b=${night}` })),
  )
  return {
    'views of pages': inNights.flatMap(page => VIEWS.map(view => `${page}?view=${view}`)),
    'frames opened by themselves': inNights.map(page => `${page}/frame`),
    histories: pages.map(id => `${org}/p/${id}/history`),
    comparisons: compared.flatMap(({ id, ends }) =>
      COMPARISONS.map(view => `${org}/p/${id}/compare?${ends}&view=${view}`),
    ),
    'comparisons opened by themselves': compared.map(
      ({ id, ends }) => `${org}/p/${id}/compare/frame?${ends}`,
    ),
  }
}

/** The second vault has two nights. */
function markdownPages({ organization, pages, documentPages }: HostileCompany): string[] {
  const org = `/o/${organization}`
  return [
    ...[...pages, ...documentPages].map(id => `${org}/at/1/p/${id}`),
    ...pages.flatMap(id => [`${org}/at/2/p/${id}/frame`, `${org}/p/${id}/compare/frame?a=1&b=2`]),
  ]
}

const rowSchema = z.object({ id: z.string(), parent: z.string().nullish() })
/** Of a kind that is not a page. */
const MOST_ITEMS = 12

/** Nights, lists, trees, what is gone, who could get in, what changed; and some things of every kind. */
async function listsOf(views: Views, { organization }: HostileCompany) {
  const org = `/o/${organization}`
  const nights = Array.from({ length: NIGHTS + 1 }, (_, at) => at + 1)
  const kinds = Object.keys(
    z.record(z.string(), z.number()).parse((await views.data(`${org}/at/1`)).resources),
  )
  const lists = await Promise.all(kinds.map(kind => views.data(`${org}/at/1/k/${kind}`)))
  const items = kinds.flatMap((kind, at) =>
    kind === 'page'
      ? []
      : z
          .array(rowSchema)
          .parse(lists[at]?.rows)
          .slice(0, MOST_ITEMS)
          .map(({ id, parent }) => ({
            kind,
            id: escaped(id),
            within: parent ? `?in=${escaped(parent)}` : '',
          })),
  )
  const spaces = items.filter(({ kind }) => kind === 'space').map(({ id }) => id)
  const { total: gone } = await views.data(`${org}/lost`)
  return {
    'front, organization, nights': ['/', org, ...nights.map(night => `${org}/at/${night}`)],
    'lists of kinds': kinds.flatMap((kind, at) =>
      pagesBy100(lists[at]?.total).map(from => `${org}/at/1/k/${kind}?from=${from}`),
    ),
    'things of every kind and their histories': items.flatMap(({ kind, id, within }) => [
      `${org}/at/1/k/${kind}/${id}${within}`,
      `${org}/k/${kind}/${id}/history${within}`,
    ]),
    'trees of spaces': spaces.flatMap(id =>
      nights.slice(0, NIGHTS).map(night => `${org}/at/${night}/s/${id}`),
    ),
    'what is gone': pagesBy100(gone).map(from => `${org}/lost?from=${from}`),
    'what changed': nights
      .slice(1)
      .flatMap(b => [0, 100, 200].map(from => `${org}/changes?a=${b - 1}&b=${b}&from=${from}`)),
    'who could get in': [
      ...spaces.map(id => `${org}/at/1/access?space=${id}`),
      ...payloads.map(payload => `${org}/at/1/access?person=${escaped(payload)}`),
    ],
  }
}

/** Where each page of a long list begins. */
function pagesBy100(total: unknown): number[] {
  return Array.from({ length: Math.ceil(z.number().parse(total) / 100) }, (_, at) => at * 100)
}

/** What is wrong with an address is said in its own words. */
function senselessAddresses({ organization }: HostileCompany, payload: string): string[] {
  const [org, name] = [`/o/${organization}`, escaped(payload)]
  return [`/o/${name}`, `${org}/at/1/p/${name}`, `${org}/changes?a=${name}`, `/search?q=x&kind=${name}`]
}

function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** Pictures are loaded when they come into sight. */
async function drawingsShown(
  { organization, files, gallery }: HostileCompany,
  { origin, context, deeds, complaints }: Opened,
) {
  const shown = new Set<string>()
  context.on('requestfinished', request => {
    if (request.resourceType() === 'image') shown.add(new URL(request.url()).pathname)
  })
  const page = await context.newPage()
  await page.setViewportSize({ width: 1280, height: 16_000 })
  const org = `/o/${organization}`
  await page.goto(`${origin}${org}/at/1/p/${gallery}/frame`, { waitUntil: 'networkidle' })
  const all = files.map(id => `${org}/at/1/file/${id}`)
  expect(all.filter(path => !shown.has(path))).toEqual([])
  expect([deeds, complaints]).toEqual([[], []])
  await page.close()
}

/** A drawing opened by itself would run what is in it: it is only ever saved. */
async function filesSaved(
  { organization, files }: HostileCompany,
  { origin, context, deeds }: Opened,
): Promise<void> {
  const problems: string[] = []
  await inTabs(context, files, async (page, id) => {
    const saved = page.waitForEvent('download')
    const answer = page.goto(`${origin}/o/${organization}/at/1/file/${id}`)
    const [download] = await Promise.all([
      saved,
      answer.then(
        () => problems.push(`${id} is shown`),
        () => {},
      ),
    ])
    await download.cancel()
  })
  expect(problems).toEqual([])
  expect(deeds).toEqual([])
}

function report({ places }: HostileCompany, sets: Readonly<Record<string, readonly unknown[]>>): void {
  const opened = Object.entries(sets).map(([name, { length }]) => [name, length] as const)
  const sum = (entries: readonly (readonly [string, number])[]) =>
    entries.reduce((total, [, number]) => total + number, 0)
  console.log(`${payloads.length} payloads in ${sum(Object.entries(places))} places:`, places)
  console.log(`${sum(opened)} addresses opened:`, Object.fromEntries(opened))
}
