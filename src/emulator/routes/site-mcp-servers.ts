/**
 * MCP servers of sites: extensions.
 */
import { z } from 'zod'
import { type Answer, created, deleted, ok } from '../protocol/answer.ts'
import { notFound } from '../protocol/api-error.ts'
import { type Call, param } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import type { JsonObject } from '../state/json-object.ts'
import { addMcpServer, presentMcpServer } from '../state/mcp-server.ts'
import { type McpServer, TRANSPORTS } from '../state/records/site.ts'
import { condition } from './fields.ts'
import { SITE, siteLocation, siteOf } from './site-call.ts'
import { setOrRemove } from './site-fields.ts'

const BASE = `${SITE}/mcp-servers`
const SERVER = `${BASE}/{siteMcpServerId}`

export const siteMcpServerRoutes: readonly Route[] = [
  { name: 'listSiteMcpServers', method: 'GET', path: BASE, offer: 'extension', handle: listServers },
  { name: 'createSiteMcpServer', method: 'POST', path: BASE, offer: 'extension', handle: createServer },
  {
    name: 'getSiteMcpServerById',
    method: 'GET',
    path: SERVER,
    offer: 'extension',
    handle: call => ok(present(call, serverOf(call))),
  },
  {
    name: 'updateSiteMcpServerById',
    method: 'PATCH',
    path: SERVER,
    offer: 'extension',
    handle: updateServer,
  },
  {
    name: 'deleteSiteMcpServerById',
    method: 'DELETE',
    path: SERVER,
    offer: 'extension',
    handle: call => deleted(siteOf(call).mcpServers.delete(param(call, 'siteMcpServerId'))),
  },
]

const createSchema = z.object({
  name: z.string().min(1).max(100),
  url: z.url().max(2048),
  headers: z.record(z.string(), z.string().min(1).max(512)),
  transport: z.enum(TRANSPORTS).optional(),
  condition: condition.nullish(),
})
/** Fields of the newest service. */
const NEWEST = { transport: 'newest', condition: 'newest' } as const

function present(call: Call, server: McpServer): JsonObject {
  return presentMcpServer(call.world, siteOf(call), server)
}

function serverOf(call: Call): McpServer {
  const server = siteOf(call).mcpServers.get(param(call, 'siteMcpServerId'))
  if (server === undefined) throw notFound('MCP server')
  return server
}

function listServers(call: Call): Answer {
  return listAnswer(call, [...siteOf(call).mcpServers.values()], server => present(call, server))
}

async function createServer(call: Call): Promise<Answer> {
  const site = siteOf(call)
  const { name, url, headers, ...rest } = await bodyOf(call, createSchema, NEWEST)
  const server = addMcpServer(call.world, site, { name, url, headers })
  setOrRemove(server, rest)
  return created(present(call, server), siteLocation(call, site, `mcp-servers/${server.id}`))
}

async function updateServer(call: Call): Promise<Answer> {
  const server = serverOf(call)
  setOrRemove(server, await bodyOf(call, createSchema.partial(), NEWEST))
  return ok(present(call, server))
}
