/**
 * MCP servers that the assistant of a site may ask. Their headers may hold secrets.
 */
import type { SiteState } from './site.ts'
import type { World } from './world.ts'

export interface McpServer {
  object: 'site-mcp-server'
  id: string
  name: string
  url: string
  headers: Record<string, string>
  createdAt: string
  updatedAt: string
}

export type McpServerFields = Pick<McpServer, 'name' | 'url' | 'headers'>

export function addMcpServer(world: World, site: SiteState, fields: McpServerFields): McpServer {
  const now = world.clock.timestamp()
  const id = world.makeId()
  const server: McpServer = { object: 'site-mcp-server', id, ...fields, createdAt: now, updatedAt: now }
  site.mcpServers.set(server.id, server)
  return server
}
