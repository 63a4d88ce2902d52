/** Lets nobody through without the role that the table of routes has for the address. */
import { Hono, type MiddlewareHandler } from 'hono'
import type { Role } from '../../model/role.ts'
import { hasSomewhere, type Identity, mayDo, NothingThere, RoleMissing, tenantsFor } from './identity.ts'
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
      const identity = context.get('identity')
      if (!hasIn[extent](identity, role)) throw roleMissing(role, extent)
    }
    context.set('isRuled', true)
    await next()
  }
}

const hasIn: Readonly<Record<RouteRole['in'], (identity: Identity, role: Role) => boolean>> = {
  some: hasSomewhere,
  tenant: (identity, role) => tenantsFor(identity, role)?.length !== 0,
  all: (identity, role) => mayDo(identity, role, null),
}

const WHERE: Readonly<Record<RouteRole['in'], string>> = {
  some: '',
  tenant: ' in every organization, or in all of a tenant',
  all: ' in every organization',
}

export function roleMissing(role: string, extent: RouteRole['in']): RoleMissing {
  const where = WHERE[extent]
  return new RoleMissing(
    `that needs the role ${role}${where}`,
    'whoever runs this server gives roles to groups (server.roles)',
  )
}
