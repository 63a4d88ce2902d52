/** What the settings of signing in need of each other. */
import type { Config } from './settings.ts'

export function findSignInProblems(config: Config): string[] {
  const issuer = config['server.oidc.issuer']
  if (issuer === null) {
    return config['server.oidc.clientId'] === null
      ? []
      : ['server.oidc.clientId: server.oidc.issuer is missing; set both, or neither']
  }
  return [
    ...issuerProblems(issuer),
    ...(config['server.oidc.clientId'] === null
      ? ['server.oidc.issuer: server.oidc.clientId is missing; it is what the issuer calls docvault']
      : []),
    ...(config['server.oidc.scopes'].includes('openid')
      ? []
      : ['server.oidc.scopes: openid is missing; without it an issuer names nobody']),
    ...(config['server.roles'].length === 0
      ? ['server.oidc.issuer: server.roles is empty; without it nobody who signs in may see anything']
      : []),
    ...publicUrlProblems(config),
  ]
}

function issuerProblems(issuer: string): string[] {
  const url = URL.parse(issuer)
  if (url && isSafe(url)) return []
  return [
    `server.oidc.issuer: ${issuer} is no https address; write the one that the issuer has published (http only on loopback)`,
  ]
}

/** The issuer sends browsers back there. */
function publicUrlProblems(config: Config): string[] {
  const publicUrl = config['server.publicUrl']
  if (publicUrl === null)
    return isLoopback(config['server.host'])
      ? []
      : [
          'server.oidc.issuer: server.publicUrl is missing; set it to the address at which browsers reach this server, as the issuer sends them back there',
        ]
  const url = URL.parse(publicUrl)
  if (url && isSafe(url) && url.pathname === '/' && url.search === '') return []
  return [
    `server.publicUrl: ${publicUrl} is no https address without a path, which signing in needs (http only on loopback)`,
  ]
}

/** Nobody on the way can read along. */
function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

function isLoopback(host: string): boolean {
  return ['localhost', '::1', '[::1]'].includes(host) || /^127(\.\d{1,3}){3}$/.test(host)
}
