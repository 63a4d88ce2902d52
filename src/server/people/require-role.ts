/** Lets nobody through without the role that the table of routes has for the address. */
import { Hono, type MiddlewareHandler } from 'hono'
import { type Identity, NothingThere, organizationsFor, RoleMissing } from './identity.ts'
import { type RouteRole, routeRoles } from './route-roles.ts'

interface RoleEnv {
  Variables: { identity: Identity; isRuled: boolean }
}

/** After whoever asks is known. Where several lines of the table fit an address, each has to let through. */
export function requireRoles(): Hono<RoleEnv> {
  const app = new Hono<RoleEnv>()
  for (const rule of routeRoles) if (rule.role !== 'open') app.on(rule.method, rule.path, requireRole(rule))
  app.use(async (context, next) => {
    if (context.get('isRuled') !== true) throw new NothingThere('there is nothing here')
    await next()
  })
  return app
}

function requireRole({ role, in: extent }: RouteRole): MiddlewareHandler<RoleEnv> {
  return async (context, next) => {
    if (role !== 'open' && role !== 'anybody') {
      const organizations = organizationsFor(context.get('identity'), role)
      const isEnough = organizations === null || (extent === 'some' && organizations.length > 0)
      if (!isEnough) throw roleMissing(role, extent)
    }
    context.set('isRuled', true)
    await next()
  }
}

export function roleMissing(role: string, extent: RouteRole['in']): RoleMissing {
  const where = extent === 'all' ? ' in every organization' : ''
  return new RoleMissing(
    `that needs the role ${role}${where}`,
    'whoever runs this server gives roles to groups (server.roles)',
  )
}
