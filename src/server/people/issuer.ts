/**
 * The OpenID provider: where somebody is sent to sign in, and who came back. Its description is read when somebody signs in,
 * so that one which was down at the start, or has new keys, needs no restart. Tokens are used for that one answer, and not
 * kept.
 */
import * as client from 'openid-client'
import { DocvaultError, Interrupted, UsageError } from '../../model/errors.ts'
import type { Person } from './sessions.ts'

export interface OidcSettings {
  issuer: string
  clientId: string
  /** Null: a public client, with PKCE alone. */
  clientSecret: string | null
  groupsClaim: string
  scopes: readonly string[]
}

export interface Challenge {
  state: string
  nonce: string
  verifier: string
}

export interface Issuer {
  /** The address to send the browser to, and what its answer has to fit. Throws IssuerAway. */
  begin(redirectUri: string): Promise<{ address: string; challenge: Challenge }>
  /** `answer`: the address at which the browser came back. Throws IssuerAway, SignInRefused. */
  finish(answer: URL, challenge: Challenge): Promise<Person>
  /**
   * Who signs in elsewhere with a code that `show` is handed (RFC 8628): for a command line, which has no browser. Throws
   * IssuerAway, SignInRefused, and UsageError where the issuer has no such way.
   */
  onDevice(show: (code: DeviceCode) => void, signal: AbortSignal): Promise<Person>
}

export interface DeviceCode {
  /** Where to sign in. */
  address: string
  /** What to type there. */
  code: string
  /** How long it counts. Seconds. */
  expiresSeconds: number
}

/** Status 503. */
export class IssuerAway extends DocvaultError {
  constructor(issuer: string, cause: unknown) {
    super('issuer-away', `${issuer} cannot be asked who you are`, {
      hint: 'try again later; whoever runs this server finds the cause in its log',
      cause,
      retry: 'later',
    })
  }
}

/** Status 403. */
export class SignInRefused extends DocvaultError {
  constructor(code: string, cause: unknown) {
    super('sign-in-refused', `the answer of the issuer does not count: ${code}`, {
      hint: 'sign in again; if that ends here, too, the log of this server says more',
      cause,
    })
  }
}

const TIMEOUT_SECONDS = 10
const DESCRIPTION_FRESH_MS = 5 * 60_000
const MOST_GROUPS = 1000
const MOST_NAME = 200

export function openIssuer(settings: OidcSettings, now: () => number): Issuer {
  let known: { at: number; description: Promise<client.Configuration> } | null = null
  const described = () => {
    if (known === null || now() - known.at >= DESCRIPTION_FRESH_MS) {
      const fresh = { at: now(), description: discover(settings) }
      known = fresh
      fresh.description.catch(() => {
        if (known === fresh) known = null
      })
    }
    return known.description
  }
  return {
    async begin(redirectUri) {
      const configuration = await described()
      const challenge = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const address = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: settings.scopes.join(' '),
        ...{ state: challenge.state, nonce: challenge.nonce },
        code_challenge: await client.calculatePKCECodeChallenge(challenge.verifier),
        code_challenge_method: 'S256',
      })
      return { address: address.href, challenge }
    },
    async finish(answer, challenge) {
      // Not the one that is known: keys are read with it, and may be new.
      const configuration = await discover(settings)
      try {
        return await personIn(configuration, settings, await tokensFor(configuration, answer, challenge))
      } catch (error) {
        throw isAway(error) ? new IssuerAway(settings.issuer, error) : new SignInRefused(codeOf(error), error)
      }
    },
    onDevice: (show, signal) => signInOnDevice(settings, show, signal),
  }
}

async function signInOnDevice(
  settings: OidcSettings,
  show: (code: DeviceCode) => void,
  signal: AbortSignal,
): Promise<Person> {
  const configuration = await discover(settings)
  if (configuration.serverMetadata().device_authorization_endpoint === undefined)
    throw new UsageError(`${settings.issuer} does not let anybody sign in from a command line`, {
      hint: 'it has no device authorization endpoint (RFC 8628); use the pages of the daemon',
    })
  try {
    const scope = settings.scopes.join(' ')
    const asked = await client.initiateDeviceAuthorization(configuration, { scope })
    show({
      address: asked.verification_uri_complete ?? asked.verification_uri,
      code: asked.user_code,
      expiresSeconds: asked.expires_in,
    })
    const tokens = await client.pollDeviceAuthorizationGrant(configuration, asked, {}, { signal })
    return await personIn(configuration, settings, tokens)
  } catch (error) {
    if (signal.aborted) throw new Interrupted()
    throw isAway(error) ? new IssuerAway(settings.issuer, error) : new SignInRefused(codeOf(error), error)
  }
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<client.Configuration> {
  const url = new URL(issuer)
  const execute = [
    // Else the signature of a token that came over TLS is not looked at.
    client.enableNonRepudiationChecks,
    ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : []),
  ]
  try {
    return await client.discovery(url, clientId, undefined, authentication(clientSecret), {
      ...{ execute, timeout: TIMEOUT_SECONDS },
    })
  } catch (error) {
    throw new IssuerAway(issuer, error)
  }
}

/** In the way that the issuer takes. */
function authentication(secret: string | null): client.ClientAuth {
  if (secret === null) return client.None()
  return (server, ...rest) => {
    const isPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    return (isPost ? client.ClientSecretPost(secret) : client.ClientSecretBasic(secret))(server, ...rest)
  }
}

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>

function tokensFor(
  configuration: client.Configuration,
  answer: URL,
  { state, nonce, verifier }: Challenge,
): Promise<Tokens> {
  return client.authorizationCodeGrant(configuration, answer, {
    ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
    idTokenExpected: true,
  })
}

async function personIn(
  configuration: client.Configuration,
  { groupsClaim }: OidcSettings,
  tokens: Tokens,
): Promise<Person> {
  const claims = tokens.claims()
  if (!claims) throw new Error('there is no ID token')
  const { sub } = claims
  const more =
    claims[groupsClaim] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
      ? await client.fetchUserInfo(configuration, tokens.access_token, sub)
      : {}
  const all: Readonly<Record<string, unknown>> = { ...more, ...claims }
  return { subject: sub, name: nameIn(all) ?? sub, groups: groupsIn(all[groupsClaim]) }
}

function nameIn(claims: Readonly<Record<string, unknown>>): string | null {
  const names = [claims.name, claims.preferred_username, claims.email]
  const name = names.find(text => typeof text === 'string' && text.trim() !== '')
  return typeof name === 'string' ? name.slice(0, MOST_NAME) : null
}

function groupsIn(claim: unknown): string[] {
  const list: unknown[] = Array.isArray(claim) ? claim : [claim]
  return list.filter(group => typeof group === 'string').slice(0, MOST_GROUPS)
}

function isAway(error: unknown): boolean {
  if (error instanceof client.ResponseBodyError) return error.status >= 500
  return error instanceof TypeError || (error instanceof client.ClientError && error.code === 'OAUTH_TIMEOUT')
}

/** Stable words of the library, or of the issuer. */
function codeOf(error: unknown): string {
  if (error instanceof client.ResponseBodyError || error instanceof client.AuthorizationResponseError)
    return error.error
  return error instanceof client.ClientError ? (error.code ?? error.message) : 'it cannot be read'
}
