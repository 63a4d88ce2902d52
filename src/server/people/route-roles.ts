/**
 * Which role every address needs: one table. What it does not name is answered as if it were not there. What a role that is
 * bound to organizations may see of an address, the address narrows itself.
 */
import type { Role } from '../../model/role.ts'

export interface RouteRole {
  method: 'GET' | 'POST' | 'DELETE' | 'ALL'
  /** As Hono has patterns. */
  path: string
  /** `open`: for everybody; `anybody`: for whoever is known, whatever their role. */
  role: Role | 'open' | 'anybody'
  /** `some`: the role in any organization will do; `tenant`: it has to be of all of a tenant; `all`: of every organization. */
  in: 'some' | 'tenant' | 'all'
}

export const routeRoles: readonly RouteRole[] = [
  { method: 'GET', path: '/healthz', role: 'open', in: 'some' },
  { method: 'GET', path: '/readyz', role: 'open', in: 'some' },
  { method: 'GET', path: '/auth/login', role: 'open', in: 'some' },
  { method: 'GET', path: '/auth/callback', role: 'open', in: 'some' },
  { method: 'GET', path: '/auth/signed-out', role: 'open', in: 'some' },
  // Its address is the secret.
  { method: 'GET', path: '/bundles/:name', role: 'open', in: 'some' },
  { method: 'POST', path: '/auth/logout', role: 'anybody', in: 'some' },
  { method: 'GET', path: '/assets/*', role: 'anybody', in: 'some' },
  { method: 'GET', path: '/', role: 'viewer', in: 'some' },
  { method: 'GET', path: '/index.json', role: 'viewer', in: 'some' },
  { method: 'GET', path: '/search', role: 'viewer', in: 'some' },
  { method: 'GET', path: '/search.json', role: 'viewer', in: 'some' },
  { method: 'GET', path: '/runs', role: 'viewer', in: 'some' },
  { method: 'GET', path: '/runs.json', role: 'viewer', in: 'some' },
  // Checks are of whole vaults.
  { method: 'GET', path: '/checks', role: 'viewer', in: 'all' },
  { method: 'GET', path: '/checks.json', role: 'viewer', in: 'all' },
  { method: 'GET', path: '/fleet', role: 'viewer', in: 'tenant' },
  { method: 'GET', path: '/fleet.json', role: 'viewer', in: 'tenant' },
  { method: 'GET', path: '/drills', role: 'viewer', in: 'some' },
  { method: 'GET', path: '/drills.json', role: 'viewer', in: 'some' },
  // A record says itself that it is for auditors.
  { method: 'GET', path: '/drills/*', role: 'viewer', in: 'some' },
  { method: 'GET', path: '/reports', role: 'auditor', in: 'some' },
  { method: 'GET', path: '/reports.json', role: 'auditor', in: 'some' },
  // Views of members and of access say themselves that they are for auditors.
  { method: 'GET', path: '/o/*', role: 'viewer', in: 'some' },
  { method: 'POST', path: '/o/:org/restore/*', role: 'restorer', in: 'some' },
  { method: 'GET', path: '/approvals', role: 'auditor', in: 'some' },
  { method: 'GET', path: '/approvals.json', role: 'auditor', in: 'some' },
  // Who may decide depends on the request.
  { method: 'POST', path: '/approvals/:platform/:request/:decision', role: 'restorer', in: 'some' },
  { method: 'GET', path: '/api/fleet', role: 'viewer', in: 'tenant' },
  { method: 'GET', path: '/api/openapi.json', role: 'viewer', in: 'some' },
  { method: 'GET', path: '/api/status', role: 'viewer', in: 'some' },
  { method: 'GET', path: '/api/snapshots', role: 'viewer', in: 'some' },
  { method: 'GET', path: '/api/changes', role: 'viewer', in: 'some' },
  { method: 'GET', path: '/api/search', role: 'viewer', in: 'some' },
  { method: 'GET', path: '/api/runs', role: 'viewer', in: 'some' },
  { method: 'GET', path: '/api/jobs', role: 'viewer', in: 'some' },
  { method: 'POST', path: '/api/bundles', role: 'operator', in: 'some' },
  { method: 'POST', path: '/api/jobs/:job', role: 'operator', in: 'some' },
  { method: 'DELETE', path: '/api/runs/:run', role: 'operator', in: 'some' },
  { method: 'POST', path: '/api/jobs/restore', role: 'restorer', in: 'some' },
  { method: 'GET', path: '/api/plans', role: 'restorer', in: 'some' },
  { method: 'GET', path: '/api/plans/:plan', role: 'restorer', in: 'some' },
  { method: 'GET', path: '/api/logs/:run', role: 'admin', in: 'all' },
  { method: 'GET', path: '/metrics', role: 'admin', in: 'all' },
  { method: 'ALL', path: '/board', role: 'admin', in: 'all' },
  { method: 'ALL', path: '/board/*', role: 'admin', in: 'all' },
]
