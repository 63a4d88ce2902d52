/** A daemon that works for no platform: for tests of who may ask it. */
import type { DaemonView } from '../../src/server/view.ts'

export const emptyView: DaemonView = {
  version: 'test',
  started: '2026-11-25T09:00:00.000Z',
  platforms: () => [],
  redisIsUp: async () => true,
  fleet: () => ({ host: null, hosts: [], platforms: [], places: [] }),
  conditions: () => [],
  log: () => null,
  logs: () => [],
  web: async (_request, { visitor }) => Response.json(visitor),
}
