/**
 * Every view at its address, as a page or as JSON, and what their forms do. Whoever serves it decides first who may ask and that a
 * form is of a page of this server, and says with each request what that visitor may see and do.
 */
import { type Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { html } from 'hono/html'
import { approvalActions } from './actions/approvals.ts'
import { restoreActions } from './actions/restore.ts'
import { assets } from './assets/assets.ts'
import { fileBytes } from './bodies/file.ts'
import { bodyFrame, comparedFrame } from './bodies/frame.ts'
import { type Explained, explain } from './explain.ts'
import { layout } from './html/layout.ts'
import { guarded, LIVE_POLICY } from './policies.ts'
import { type Asked, organizationOf } from './reading/asked.ts'
import { CART_COOKIE } from './reading/cart.ts'
import { numberedAddress } from './reading/night-names.ts'
import { makeReaders } from './reading/readers.ts'
import type { WebSource } from './source.ts'
import type { Page } from './view.ts'
import { views } from './views/views.ts'
import type { Visit, Visitor } from './visitor.ts'

export interface Web {
  /** A form has been limited in size by whoever serves it. */
  fetch(request: Request, visit: Visit): Promise<Response>
  close(): void
}

export interface WebOptions {
  /** Told of errors that are nobody's bad input. */
  failed(error: unknown, path: string): void
}

interface WebEnv {
  Bindings: Visit
}

const TWIN = /\.json$/

type WebApp = Hono<WebEnv>
type AskedIn = (context: Context<WebEnv>) => Asked

/** Close it. */
export function makeWeb(source: WebSource, { failed }: WebOptions): Web {
  const readers = makeReaders(source)
  const app: WebApp = new Hono({ getPath: request => placeOf(new URL(request.url).pathname) })
  const askedIn = (context: Context<WebEnv>): Asked => ({
    ...{ readers, visitor: context.env.visitor, looked: context.env.looked },
    source: sourceFor(source, context.env.visitor),
    signal: context.req.raw.signal,
    param: name => context.req.param(name) ?? '',
    query: name => context.req.query(name) ?? null,
    queries: name => context.req.queries(name) ?? [],
    cookie: name => getCookie(context, name) ?? null,
  })
  app.use(guarded)
  addAssets(app)
  app.use('/o/:org/at/:snap/*', async (context, next) => {
    const address = numberedAddress(askedIn(context), new URL(context.req.url))
    return address === null ? await next() : context.redirect(address)
  })
  addBodies(app, askedIn)
  for (const { path, show } of views)
    app.get(path, async context => {
      const { data, page } = await show(askedIn(context))
      return isTwin(context) ? context.json(data) : answerPage(context, page(), { version: source.version })
    })
  addForms(app, askedIn)
  const answerError = (context: Context<WebEnv>, explained: Explained) =>
    isTwin(context)
      ? context.json(explained.answer, explained.status)
      : answerPage(context, errorPage(explained), { version: source.version, status: explained.status })
  app.notFound(context => answerError(context, explain(null)))
  app.onError((error, context) => {
    const explained = explain(error)
    if (explained.status === 500) failed(error, context.req.path)
    return answerError(context, explained)
  })
  return {
    fetch: async (request, visit) => app.fetch(request, visit),
    close: () => readers.close(),
  }
}

/** Whose platforms a visitor may not know of, is as if they were not there. */
function sourceFor(source: WebSource, { platforms: names }: Visitor): WebSource {
  if (names === null) return source
  return { ...source, platforms: () => source.platforms().filter(({ name }) => names.includes(name)) }
}

function addAssets(app: WebApp): void {
  for (const [address, { type, text }] of assets)
    app.get(address, context =>
      context.body(text, 200, {
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
      }),
    )
}

function addBodies(app: WebApp, askedIn: AskedIn): void {
  app.get(fileBytes.path, context => fileBytes.answer(askedIn(context)))
  for (const { paths, answer } of [bodyFrame, comparedFrame])
    for (const path of paths) app.get(path, context => answer(askedIn(context)))
}

function addForms(app: WebApp, askedIn: AskedIn): void {
  for (const { path, act } of [...restoreActions, ...approvalActions])
    app.post(path, async context => {
      const asked = askedIn(context)
      const { address, cart } = await act(asked, new URLSearchParams(await context.req.text()))
      if (cart !== undefined) {
        const { home } = organizationOf(asked).to
        setCookie(context, CART_COOKIE, cart, { path: home, httpOnly: true, sameSite: 'Strict' })
      }
      return context.redirect(address, 303)
    })
}

/** `status`: of an error, which has no twin to be named. */
async function answerPage(
  context: Context<WebEnv>,
  page: Page,
  { version, status }: { version: string; status?: Explained['status'] },
): Promise<Response> {
  const { pathname, search } = new URL(context.req.url)
  const around = {
    ...{ version, hasTwin: status === undefined, address: pathname + search, visitor: context.env.visitor },
    searched: context.req.query('q') ?? '',
  }
  if (page.script) context.header('content-security-policy', LIVE_POLICY)
  return context.html(await layout(page, around), status)
}

function errorPage({ title, answer, links }: Explained): Page {
  const body = html`<h1>${title}</h1><p>${answer.message}</p>${answer.hint === undefined ? '' : html`<p class="hint">${answer.hint}</p>`}${links.length === 0 ? '' : html`<ul>${links.map(link => html`<li><a href="${link.address}">${link.title}</a></li>`)}</ul>`}<p><a href="/">All organizations</a></p>`
  return { title, crumbs: [], body }
}

function isTwin(context: Pick<Context, 'req'>): boolean {
  return TWIN.test(new URL(context.req.url).pathname)
}

/** Of a page and its twin alike. */
function placeOf(pathname: string): string {
  const place = pathname.replace(TWIN, '')
  return place === '/index' ? '/' : place
}
