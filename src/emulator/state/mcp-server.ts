/**
 * MCP servers that the assistant of a site may ask. Their headers may hold secrets.
 */
import type { JsonObject } from './json-object.ts'
import { offered } from './offered.ts'
import type { McpServer, SiteState } from './records/site.ts'
import type { World } from './world.ts'

export type McpServerFields = Pick<McpServer, 'name' | 'url' | 'headers'>

export function addMcpServer(world: World, site: SiteState, fields: McpServerFields): McpServer {
  const server: McpServer = { object: 'site-mcp-server', id: world.makeId(), transport: 'http', ...fields }
  site.mcpServers.set(server.id, server)
  return server
}

export function presentMcpServer(world: World, site: SiteState, server: McpServer): JsonObject {
  const { transport, condition, ...rest } = server
  return {
    ...rest,
    ...offered(world, 'newest', { transport, ...(condition === undefined ? {} : { condition }) }),
    urls: {
      location: `${world.origin}/v1/orgs/${site.organization}/sites/${site.json.id}/mcp-servers/${server.id}`,
    },
  }
}
