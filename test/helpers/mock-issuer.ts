/** An OpenID provider in this process that signs in whoever it is told to, at once, and can be told to misbehave. */
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { onTestFinished } from 'vitest'

export interface MockPerson {
  sub: string
  name: string
  groups?: readonly string[]
}

export interface MockIssuer {
  url: string
  clientId: string
  clientSecret: string
  /** Who signs in next. */
  person: MockPerson
  /** Changes the claims of the next ID token, and whether it is signed. */
  token: { claims?: JWTPayload; unsigned?: boolean }
  /** Only `/userinfo` tells groups. */
  groupsInUserinfo: boolean
  /** Lets people sign in from a command line (RFC 8628). */
  devices: boolean
  /** Everything is answered with 500. */
  isDown: boolean
  /** Bodies of requests for tokens, as they came. */
  asked: URLSearchParams[]
  /** With a key that the old description does not have; `announced`: the new one has it. */
  rotateKey(announced: boolean): Promise<void>
}

interface Key {
  kid: string
  privateKey: CryptoKey
  publicKey: CryptoKey
}

interface Grant {
  person: MockPerson
  nonce: string
  challenge: string
  redirectUri: string
}

export async function startMockIssuer(): Promise<MockIssuer> {
  let key = await makeKey()
  let announced = [key]
  const grants = new Map<string, Grant>()
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const issuer: MockIssuer = {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    ...{ clientId: 'docvault', clientSecret: 'a-secret-of-the-client' },
    person: { sub: 'ada', name: 'Ada Example', groups: ['docs'] },
    ...{ token: {}, groupsInUserinfo: false, isDown: false, devices: true, asked: [] },
    async rotateKey(isAnnounced) {
      key = await makeKey()
      if (isAnnounced) announced = [key]
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer.url)
    const json = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    if (issuer.isDown) return json(500, {})
    if (url.pathname === '/.well-known/openid-configuration') return json(200, description(issuer))
    if (url.pathname === '/jwks') return json(200, { keys: await Promise.all(announced.map(publicPart)) })
    if (url.pathname === '/authorize') {
      response.writeHead(302, { location: authorize(url.searchParams) })
      response.end()
      return
    }
    const person = issuer.person
    if (url.pathname === '/userinfo') return json(200, { sub: person.sub, groups: person.groups })
    const form = new URLSearchParams(await textOf(request))
    if (url.pathname === '/device') return json(200, deviceAnswer(form))
    issuer.asked.push(form)
    const grant = takeGrant(request, form)
    if (!grant) return json(400, { error: 'invalid_grant' })
    json(200, { access_token: 'access', token_type: 'Bearer', id_token: await idToken(grant) })
  }

  /** Whoever is the person then has typed the code already. */
  function deviceAnswer(form: URLSearchParams): object {
    const code = randomBytes(8).toString('hex')
    grants.set(code, { person: issuer.person, nonce: '', challenge: '', redirectUri: '' })
    issuer.asked.push(form)
    return {
      ...{ device_code: code, user_code: 'WDJB-MJHT', verification_uri: `${issuer.url}/activate` },
      ...{ expires_in: 60, interval: 1 },
    }
  }

  function authorize(query: URLSearchParams): string {
    const code = randomBytes(8).toString('hex')
    const get = (name: string) => query.get(name) ?? ''
    grants.set(code, {
      person: issuer.person,
      nonce: get('nonce'),
      challenge: get('code_challenge'),
      redirectUri: get('redirect_uri'),
    })
    return `${get('redirect_uri')}?${new URLSearchParams({ code, state: get('state') })}`
  }

  /** Once; with the secret of the client and the verifier of the challenge. */
  function takeGrant({ headers }: IncomingMessage, form: URLSearchParams): Grant | null {
    const code = form.get('device_code') ?? form.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    // Both are form-encoded first.
    const credentials = atob(headers.authorization?.replace(/^Basic /, '') ?? '').split(':')
    const [id, secret] = credentials.map(decodeURIComponent)
    const isClient = id === issuer.clientId && secret === issuer.clientSecret
    if (form.has('device_code')) return grant && isClient && grant.redirectUri === '' ? grant : null
    if (grant?.redirectUri !== form.get('redirect_uri')) return null
    return grant && isClient && grant.challenge === challenge ? grant : null
  }

  function idToken({ person: { groups, ...person }, nonce }: Grant): Promise<string> | string {
    const { claims, unsigned } = issuer.token
    issuer.token = {}
    const now = Math.floor(Date.now() / 1000)
    const payload = {
      ...{
        iss: issuer.url,
        aud: issuer.clientId,
        iat: now,
        exp: now + 300,
        ...(nonce === '' ? {} : { nonce }),
        ...person,
      },
      ...(issuer.groupsInUserinfo ? {} : { groups }),
      ...claims,
    }
    if (unsigned) return new UnsecuredJWT(payload).encode()
    return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: key.kid }).sign(key.privateKey)
  }

  return issuer
}

function description({ url, devices }: Pick<MockIssuer, 'url' | 'devices'>): object {
  return {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    ...(devices ? { device_authorization_endpoint: `${url}/device` } : {}),
    userinfo_endpoint: `${url}/userinfo`,
    jwks_uri: `${url}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
  }
}

async function makeKey(): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  return { kid: randomBytes(4).toString('hex'), privateKey, publicKey }
}

async function publicPart({ kid, publicKey }: Key): Promise<object> {
  return { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
