/** Whose documentation platforms have. */
import type { Config } from './settings.ts'

interface NamedConfig {
  name: string
  config: Config
}

export function tenantOf({ name, config }: NamedConfig): string {
  return config['platform.tenant'] ?? name
}

/** Of a tenant that `server.roles` names and no platform is of, which gives nothing: perhaps it is misspelt. */
export function strangeTenants(platforms: readonly NamedConfig[]): string[] {
  const known = new Set(platforms.map(tenantOf))
  const named = platforms.flatMap(({ config }) => config['server.roles'].flatMap(rule => rule.tenants ?? []))
  const strange = [...new Set(named)].filter(tenant => !known.has(tenant))
  return strange.map(
    tenant =>
      `server.roles gives a role for the tenant ${tenant}, and no platform is of it: tenants are ${shortened([...known])}`,
  )
}

const MOST_NAMED = 20

function shortened(names: readonly string[]): string {
  const more = names.length - MOST_NAMED
  return more <= 0 ? names.join(', ') : `${names.slice(0, MOST_NAMED).join(', ')} and ${more} more`
}
