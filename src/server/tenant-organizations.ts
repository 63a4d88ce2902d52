/**
 * Whose documentation is a tenant's. An organization that a platform of another tenant has as well is no tenant's: ids come from
 * the services, and a tenant may run one of its own.
 */

import type { OrganizationsOf } from './people/identity.ts'
import type { PlatformView } from './view.ts'

type TenantPlatform = Pick<PlatformView, 'tenant' | 'organizations'>

/** Of the platforms whose vaults are open here. */
export function organizationsOfTenants(platforms: () => readonly TenantPlatform[]): OrganizationsOf {
  return tenant => {
    const [own, others] = [new Set<string>(), new Set<string>()]
    for (const platform of platforms())
      for (const { id } of platform.organizations()) (platform.tenant === tenant ? own : others).add(id)
    return [...own].filter(id => !others.has(id))
  }
}
