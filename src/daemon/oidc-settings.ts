import type { Config } from '../../config/settings.ts'
import type { OidcSettings } from '../server/people/issuer.ts'

/** Null: nobody signs in. */
export function oidcSettingsOf(config: Config): OidcSettings | null {
  const [issuer, clientId] = [config['server.oidc.issuer'], config['server.oidc.clientId']]
  if (issuer === null || clientId === null) return null
  return {
    ...{ issuer, clientId },
    clientSecret: config['server.oidc.clientSecret'],
    groupsClaim: config['server.oidc.groupsClaim'],
    scopes: config['server.oidc.scopes'],
  }
}
