/** BullMQ's board: what waits, runs and failed, in a browser. */
import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { HonoAdapter } from '@bull-board/hono'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import type { DaemonView } from './view.ts'

export const BOARD_PATH = '/board'

export function boardRoutes(view: DaemonView): Hono {
  const adapter = new HonoAdapter(serveStatic)
  adapter.setBasePath(BOARD_PATH)
  const queues = view.platforms().flatMap(({ queues: { runs, parts } }) => [runs, parts])
  createBullBoard({
    queues: queues.map(queue => new BullMQAdapter(queue)),
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'docvault' } },
  })
  return adapter.registerPlugin()
}
