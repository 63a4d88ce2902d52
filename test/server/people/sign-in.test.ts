import { describe, expect, test } from 'vitest'
import { openBrowser, type TestBrowser } from '../../helpers/cookie-browser.ts'
import type { MockIssuer } from '../../helpers/mock-issuer.ts'
import { SERVER_TOKEN, startSignIn } from '../../helpers/sign-in-server.ts'

describe('signing in', () => {
  test('leads to the issuer and back to the page that was wanted, with a session in a cookie', async () => {
    const { browser, issuer, url, people } = await startSignIn()
    const sent = await browser.go('/o/o1?view=blame')
    expect([sent.status, sent.headers.get('location')]).toEqual([
      302,
      `/auth/login?to=${encodeURIComponent('/o/o1?view=blame')}`,
    ])
    const login = await browser.go(sent.headers.get('location') ?? '')
    const authorize = new URL(login.headers.get('location') ?? '')
    expect(Object.fromEntries(authorize.searchParams)).toMatchObject({
      client_id: 'docvault',
      code_challenge_method: 'S256',
      redirect_uri: `${url}/auth/callback`,
      scope: 'openid profile',
    })
    const back = await browser.go((await browser.go(authorize.href)).headers.get('location') ?? '')
    expect([back.status, back.headers.get('location')]).toEqual([303, '/o/o1?view=blame'])
    expect(back.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^docvault-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    expect(issuer.asked[0]?.get('code_verifier')).toMatch(/^[\w-]{43}$/)
    expect((await browser.go('/api/status')).status).toBe(200)
    expect(people.refusals).toEqual([])
  })

  test('behind TLS the cookie is for this host alone, and secure', async () => {
    const { browser } = await startSignIn({ publicUrl: 'https://docvault.example' })
    const login = await browser.go('/auth/login')
    expect(login.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-docvault-browser=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ])
  })

  test('never leads to another site', async () => {
    const { browser } = await startSignIn()
    for (const to of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/\t/evil.example',
      'o/o1',
      '/auth/login',
      '',
    ])
      expect([to, (await browser.go(`/auth/login?to=${encodeURIComponent(to)}`)).status]).toEqual([to, 400])
  })

  test('a program is asked for a token, and gets in with it as before', async () => {
    const { url } = await startSignIn()
    const asked = await fetch(`${url}/api/status`)
    expect([asked.status, asked.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="docvault"'])
    for (const authorization of [`Bearer ${SERVER_TOKEN}`, `Basic ${btoa(`x:${SERVER_TOKEN}`)}`])
      expect((await fetch(`${url}/api/status`, { headers: { authorization } })).status).toBe(200)
  })

  test('without a token, this machine is nobody where people sign in', async () => {
    const { url } = await startSignIn({ token: null })
    expect((await fetch(`${url}/api/status`)).status).toBe(401)
    const headers = { authorization: 'Bearer none' }
    expect((await fetch(`${url}/api/status`, { headers })).status).toBe(401)
  })

  test('groups are read from what the issuer tells of a person where the token has none', async () => {
    const { browser, issuer } = await startSignIn()
    issuer.groupsInUserinfo = true
    expect((await browser.follow('/auth/login?to=/api/status')).status).toBe(200)
  })

  test('who has no role is told who they are, and in how many groups, not which', async () => {
    const { browser, issuer } = await startSignIn()
    issuer.person = { sub: 'eve', name: 'Eve <Example>', groups: ['secret-group', 'other'] }
    const answer = await browser.follow('/auth/login')
    const text = await answer.text()
    expect([answer.status, text]).toEqual([
      403,
      expect.stringContaining('Eve &lt;Example&gt; (eve), in 2 groups'),
    ])
    expect(text).not.toContain('secret-group')
    expect(browser.cookies.has('docvault-session')).toBe(false)
  })

  test('an issuer that is down is said to be, and asked again by the next', async () => {
    const { browser, issuer } = await startSignIn()
    issuer.isDown = true
    const answer = await browser.go('/auth/login')
    expect([answer.status, await answer.text()]).toEqual([
      503,
      expect.stringContaining('cannot be asked who you are'),
    ])
    issuer.isDown = false
    expect((await browser.follow('/auth/login?to=/api/status')).status).toBe(200)
  })

  test('signing out ends the session, and needs what only a page of it has', async () => {
    const { browser, people, url } = await startSignIn()
    await browser.follow('/auth/login?to=/api/status')
    const secret = browser.cookies.get('docvault-session') ?? ''
    const formToken = people.sessions.find(secret)?.formToken ?? ''
    const headers = { origin: url, 'content-type': 'application/x-www-form-urlencoded' }
    const form = (field: string) => ({ method: 'POST', headers, body: `form_token=${field}` })
    expect((await browser.go('/auth/logout', form('wrong'))).status).toBe(403)
    const foreign = { ...headers, origin: 'http://evil.example' }
    expect((await browser.go('/auth/logout', { ...form(formToken), headers: foreign })).status).toBe(403)
    expect((await browser.go('/api/status')).status).toBe(200)
    const out = await browser.go('/auth/logout', form(formToken))
    expect([out.status, out.headers.get('location')]).toEqual([303, '/auth/signed-out'])
    expect(browser.cookies.has('docvault-session')).toBe(false)
    browser.cookies.set('docvault-session', secret)
    expect((await browser.go('/api/status')).status).toBe(302)
  })

  test('a session of before ends with a new sign-in', async () => {
    const { browser, people } = await startSignIn()
    await browser.follow('/auth/login?to=/api/status')
    const secret = browser.cookies.get('docvault-session') ?? ''
    await browser.follow('/auth/login?to=/api/status')
    expect(people.sessions.find(secret)).toBeNull()
  })
})

describe('an answer of the issuer does not count', () => {
  const hour = 3600
  const cases: [string, MockIssuer['token']][] = [
    ['for another nonce', { claims: { nonce: 'another' } }],
    ['for another audience', { claims: { aud: 'another' } }],
    ['by another issuer', { claims: { iss: 'https://evil.example' } }],
    ['that has expired', { claims: { exp: Math.floor(Date.now() / 1000) - hour } }],
    ['that is not signed', { unsigned: true }],
  ]
  for (const [name, distorted] of cases)
    test(name, async () => {
      const { browser, issuer, people } = await startSignIn()
      issuer.token = distorted
      const answer = await browser.follow('/auth/login?to=/api/status')
      expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('does not count')])
      expect(browser.cookies.has('docvault-session')).toBe(false)
      expect(people.refusals).toEqual([expect.objectContaining({ code: 'sign-in-refused' })])
      // The next one is as good as any.
      expect((await browser.follow('/auth/login?to=/api/status')).status).toBe(200)
    })

  test('with a key that the issuer does not have; with a new one that it has, it does', async () => {
    const { browser, issuer } = await startSignIn()
    expect((await browser.follow('/auth/login?to=/api/status')).status).toBe(200)
    await issuer.rotateKey(false)
    expect((await browser.follow('/auth/login?to=/api/status')).status).toBe(403)
    await issuer.rotateKey(true)
    expect((await browser.follow('/auth/login?to=/api/status')).status).toBe(200)
  })

  test('with another state, or for another browser', async () => {
    const { browser, issuer, url } = await startSignIn()
    const address = await callbackOf(browser)
    const forged = new URL(address)
    forged.searchParams.set('state', 'another')
    expect((await browser.go(forged.href)).status).toBe(400)
    // Somebody sends a link with their own sign-in: the other's browser has not begun it.
    expect((await openBrowser(url).go(address)).status).toBe(400)
    expect(issuer.asked).toEqual([])
    expect((await browser.go(address)).status).toBe(400)
  })

  test('a second time', async () => {
    const { browser, issuer } = await startSignIn()
    const address = await callbackOf(browser)
    expect((await browser.go(address)).status).toBe(303)
    const again = await browser.go(address)
    expect([again.status, await again.text()]).toEqual([400, expect.stringContaining('was used already')])
    expect(issuer.asked).toHaveLength(1)
  })

  test('with a code of another sign-in, whose verifier is missing', async () => {
    const { browser, people } = await startSignIn()
    const [first, second] = [new URL(await callbackOf(browser)), new URL(await callbackOf(browser))]
    second.searchParams.set('code', first.searchParams.get('code') ?? '')
    expect((await browser.go(second.href)).status).toBe(403)
    expect(people.refusals).toEqual([
      expect.objectContaining({ message: expect.stringContaining('invalid_grant') }),
    ])
  })

  test('that says an error instead', async () => {
    const { browser } = await startSignIn()
    const address = new URL(await callbackOf(browser))
    address.searchParams.delete('code')
    address.searchParams.set('error', 'access_denied')
    const answer = await browser.go(address.href)
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('access_denied')])
  })
})

/** The address to which the issuer sends the browser back. */
async function callbackOf(browser: TestBrowser): Promise<string> {
  const login = await browser.go('/auth/login?to=/api/status')
  const authorized = await browser.go(login.headers.get('location') ?? '')
  return authorized.headers.get('location') ?? ''
}
