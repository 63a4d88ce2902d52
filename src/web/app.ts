/**
 * Every view at its address, as a page or as JSON. Writes nothing. Whoever serves it decides first who may ask, and says
 * with each request what that visitor may see.
 */
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { assets } from './assets/assets.ts'
import { fileBytes } from './bodies/file.ts'
import { type Explained, explain } from './explain.ts'
import { layout } from './html/layout.ts'
import { guarded } from './policies.ts'
import type { Asked } from './reading/asked.ts'
import { numberedAddress } from './reading/night-names.ts'
import { makeReaders } from './reading/readers.ts'
import type { WebSource } from './source.ts'
import type { Page } from './view.ts'
import { views } from './views/views.ts'
import type { Visit } from './visitor.ts'

export interface Web {
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

/** Close it. */
export function makeWeb(source: WebSource, { failed }: WebOptions): Web {
  const readers = makeReaders(() => source.now())
  const app = new Hono<WebEnv>({ getPath: request => placeOf(new URL(request.url).pathname) })
  const askedIn = (context: Context<WebEnv>): Asked => ({
    ...{ source, readers, visitor: context.env.visitor, looked: context.env.looked },
    signal: context.req.raw.signal,
    param: name => context.req.param(name) ?? '',
    query: name => context.req.query(name) ?? null,
    queries: name => context.req.queries(name) ?? [],
  })
  const answerPage = async (
    context: Context<WebEnv>,
    page: Page,
    hasTwin: boolean,
    status: Explained['status'] = 200,
  ) => {
    const { pathname, search } = new URL(context.req.url)
    const around = {
      ...{ version: source.version, hasTwin, address: pathname + search, visitor: context.env.visitor },
      searched: context.req.query('q') ?? '',
    }
    return context.html(await layout(page, around), status)
  }
  app.use(guarded)
  for (const [address, { type, text }] of assets)
    app.get(address, context =>
      context.body(text, 200, {
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
      }),
    )
  app.use('/o/:org/at/:snap/*', async (context, next) => {
    const address = numberedAddress(askedIn(context), new URL(context.req.url))
    return address === null ? await next() : context.redirect(address)
  })
  app.get(fileBytes.path, context => fileBytes.answer(askedIn(context)))
  for (const { path, show } of views)
    app.get(path, async context => {
      const { data, page } = await show(askedIn(context))
      return isTwin(context) ? context.json(data) : answerPage(context, page(), true)
    })
  app.notFound(context => answerError(context, explain(null)))
  app.onError((error, context) => {
    const explained = explain(error)
    if (explained.status === 500) failed(error, context.req.path)
    return answerError(context, explained)
  })
  function answerError(context: Context<WebEnv>, { status, title, answer, links }: Explained) {
    if (isTwin(context)) return context.json(answer, status)
    const body = html`<h1>${title}</h1><p>${answer.message}</p>${answer.hint === undefined ? '' : html`<p class="hint">${answer.hint}</p>`}${links.length === 0 ? '' : html`<ul>${links.map(link => html`<li><a href="${link.address}">${link.title}</a></li>`)}</ul>`}<p><a href="/">All organizations</a></p>`
    return answerPage(context, { title, crumbs: [], body }, false, status)
  }
  return {
    fetch: async (request, visit) => app.fetch(request, visit),
    close: () => readers.close(),
  }
}

function isTwin(context: Pick<Context, 'req'>): boolean {
  return TWIN.test(new URL(context.req.url).pathname)
}

/** Of a page and its twin alike. */
function placeOf(pathname: string): string {
  const place = pathname.replace(TWIN, '')
  return place === '/index' ? '/' : place
}
