/** A server with no organizations, and an issuer that signs people in to it. */
import { expect, onTestFinished } from 'vitest'
import { makeMetrics } from '../../src/server/metrics.ts'
import type { OidcSettings } from '../../src/server/people/issuer.ts'
import { startServer } from '../../src/server/server.ts'
import { openBrowser, type TestBrowser } from './cookie-browser.ts'
import { emptyView } from './empty-view.ts'
import { type MockIssuer, startMockIssuer } from './mock-issuer.ts'
import { openTestPeople, type TestPeople } from './people.ts'

const roles = [{ group: 'docs', role: 'viewer', organizations: null }] as const
export const SERVER_TOKEN = 'a-token-for-the-server'

export interface SignIn {
  browser: TestBrowser
  issuer: MockIssuer
  people: TestPeople
  url: string
}

/** Ends with the test. */
export async function startSignIn(
  options: { token?: string | null; publicUrl?: string } = {},
): Promise<SignIn> {
  const issuer = await startMockIssuer()
  const oidc: OidcSettings = {
    ...{ issuer: issuer.url, clientId: issuer.clientId, clientSecret: issuer.clientSecret },
    ...{ groupsClaim: 'groups', scopes: ['openid', 'profile'] },
  }
  const people = openTestPeople({ oidc, roles })
  const server = await startServer({
    ...{
      view: emptyView,
      metrics: makeMetrics({ version: 'test', isDetailed: () => true }),
      people,
      now: Date.now,
    },
    ...{ host: '127.0.0.1', port: 0, restoreToken: null },
    token: options.token === undefined ? SERVER_TOKEN : options.token,
    publicUrl: () => options.publicUrl ?? null,
    failed: error => expect.fail(String(error)),
  })
  onTestFinished(() => server.close())
  return { browser: openBrowser(server.url), issuer, people, url: server.url }
}
