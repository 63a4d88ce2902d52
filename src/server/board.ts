/**
 * BullMQ's board: what waits, runs and failed, in a browser. It shows and changes nothing: what is started or cancelled
 * goes through the API, which knows what a job takes.
 */
import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { HonoAdapter } from '@bull-board/hono'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import type { DaemonView } from './view.ts'

export const BOARD_PATH = '/board'

export function boardRoutes(view: DaemonView): Hono {
  const adapter = new HonoAdapter(serveStatic)
  adapter.setBasePath(BOARD_PATH)
  const queues = view.platforms().flatMap(({ queues: { runs, parts } }) => [runs, parts])
  createBullBoard({
    queues: queues.map(queue => new BullMQAdapter(queue, { readOnlyMode: true })),
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'docvault' } },
  })
  const app = new Hono()
  // The board's own mode leaves some of its routes answering 200 for doing nothing.
  app.use(async (context, next) => {
    if (context.req.method === 'GET' || context.req.method === 'HEAD') return await next()
    return context.json(READ_ONLY, 405, { allow: 'GET, HEAD' })
  })
  app.use(withoutForeignSheets)
  app.route('/', adapter.registerPlugin())
  return app
}

/** The board's page asks another host for its fonts; those of the browser will do. */
const withoutForeignSheets: MiddlewareHandler = async (context, next) => {
  await next()
  if (!context.res.headers.get('content-type')?.startsWith('text/html')) return
  const page = await context.res.text()
  context.res = new Response(page.replaceAll(/<link\s[^>]*href="(?:https?:)?\/\/[^>]*>/g, ''), context.res)
}

export function isOfBoard(path: string): boolean {
  return path === BOARD_PATH || path.startsWith(`${BOARD_PATH}/`)
}

const READ_ONLY = {
  error: 'read-only',
  message: 'the board only shows',
  hint: '`docvault trigger` starts and cancels, and so does the API',
}
