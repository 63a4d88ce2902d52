/** The addresses at which people sign in and out. Only leaving needs a session; everything here is for browsers. */
import { type Context, Hono } from 'hono'
import { DocvaultError } from '../../model/errors.ts'
import type { RoleRule } from '../../model/role.ts'
import { type Attempts, makeAttempts } from './attempts.ts'
import type { Cookies } from './cookies.ts'
import type { Issuer } from './issuer.ts'
import type { OperatorLedger } from './operators.ts'
import { type Notice, noticePage } from './pages.ts'
import { makeSecret } from './secrets.ts'
import type { Person, Sessions } from './sessions.ts'

export interface SignInOptions {
  /** Null: nobody signs in here. */
  issuer: Issuer | null
  sessions: Sessions
  cookies: Cookies
  operators: OperatorLedger
  roles(): readonly RoleRule[]
  publicUrl(): string
  now(): number
  /** Told of the cause of each sign-in that came to nothing. */
  failed(error: unknown): void
}

export const LOGIN = '/auth/login'
export const LOGOUT = '/auth/logout'
const CALLBACK = '/auth/callback'
const SIGNED_OUT = '/auth/signed-out'

/** For who is not signed in. */
export function signInRoutes(options: SignInOptions): Hono {
  const attempts = makeAttempts(options.now)
  const app = new Hono()
  app.use('/auth/*', async (context, next) => {
    context.header('cache-control', 'no-store')
    context.header('referrer-policy', 'no-referrer')
    await next()
  })
  app.get(LOGIN, context => login(context, options, attempts))
  app.get(CALLBACK, context => callback(context, options, attempts))
  app.get(SIGNED_OUT, context => context.html(noticePage(SIGNED_OUT_NOTICE)))
  return app
}

async function login(context: Context, options: SignInOptions, attempts: Attempts): Promise<Response> {
  const { issuer, cookies, publicUrl } = options
  if (!issuer) return context.html(noticePage(NOT_HERE), 404)
  const to = context.req.query('to') ?? '/'
  if (!isOwnPath(to)) return context.html(noticePage(ELSEWHERE), 400)
  try {
    const { address, challenge } = await issuer.begin(`${publicUrl()}${CALLBACK}`)
    const browser = cookies.browser(context) ?? makeSecret()
    attempts.begin({ ...challenge, to, browser })
    cookies.keepBrowser(context, browser)
    return context.redirect(address)
  } catch (error) {
    return failure(context, options, error)
  }
}

async function callback(context: Context, options: SignInOptions, attempts: Attempts): Promise<Response> {
  const { issuer, cookies, publicUrl, roles } = options
  if (!issuer) return context.html(noticePage(NOT_HERE), 404)
  const attempt = attempts.take(context.req.query('state') ?? '', cookies.browser(context) ?? '')
  if (!attempt) return context.html(noticePage(UNKNOWN), 400)
  try {
    const { search } = new URL(context.req.url)
    const person = await issuer.finish(new URL(`${publicUrl()}${CALLBACK}${search}`), attempt)
    const groups = new Set(roles().map(({ group }) => group))
    const known = { ...person, groups: person.groups.filter(group => groups.has(group)) }
    if (known.groups.length === 0) return context.html(noticePage(withoutRole(person)), 403)
    enter(context, options, known)
    return context.redirect(attempt.to, 303)
  } catch (error) {
    return failure(context, options, error)
  }
}

/** Under a new secret: one that somebody else put into the browser is worth nothing. */
function enter(context: Context, { sessions, cookies, operators }: SignInOptions, person: Person): void {
  const before = cookies.session(context)
  if (before !== null) sessions.end(before)
  cookies.keepSession(context, sessions.begin(person))
  operators.enter({ who: person.name, subject: person.subject, act: 'sign-in' })
}

/** For who is signed in. */
export function signOut(
  context: Context,
  { sessions, cookies }: Pick<SignInOptions, 'sessions' | 'cookies'>,
): Response {
  const secret = cookies.session(context)
  if (secret !== null) sessions.end(secret)
  cookies.dropSession(context)
  return context.redirect(SIGNED_OUT, 303)
}

/** Where to sign in, and to come back from there. */
export function loginAddress(path: string): string {
  return `${LOGIN}?to=${encodeURIComponent(path)}`
}

/** Browsers take `//host` and `/\host` for another server, and leave out control characters before they look. */
function isOwnPath(path: string): boolean {
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(path) || path.length > 4000) return false
  const url = URL.parse(path, 'http://docvault.invalid')
  return url?.origin === 'http://docvault.invalid' && !url.pathname.startsWith('/auth/')
}

function failure(context: Context, { failed }: SignInOptions, error: unknown): Response | Promise<Response> {
  failed(error)
  if (!(error instanceof DocvaultError)) throw error
  const { message, hint, retry } = error
  const lines = hint === undefined ? [`${message}.`] : [`${message}.`, `${hint}.`]
  const notice = { title: 'You are not signed in', lines, link: AGAIN }
  return context.html(noticePage(notice), retry === 'later' ? 503 : 403)
}

function withoutRole({ name, subject, groups }: Person): Notice {
  const count = groups.length === 1 ? 'one group' : `${groups.length} groups`
  return {
    title: 'You may not look here',
    lines: [
      `The issuer says that you are ${name} (${subject}), in ${count}. No role of this server is for ${groups.length === 0 ? 'you' : 'any of them'}.`,
      'Whoever runs this server can give a role to a group (server.roles).',
    ],
    link: AGAIN,
  }
}

const AGAIN = { address: LOGIN, title: 'Sign in again' }
const NOT_HERE: Notice = {
  title: 'Nobody signs in here',
  lines: ['No issuer is configured (server.oidc.issuer).'],
}
const ELSEWHERE: Notice = {
  title: 'That leads elsewhere',
  lines: ['Signing in leads to a page of this server only.'],
  link: AGAIN,
}
const UNKNOWN: Notice = {
  title: 'You are not signed in',
  lines: [
    'This sign-in was used already, was begun too long ago, or in another browser.',
    'Cookies have to be allowed for this server.',
  ],
  link: AGAIN,
}
const SIGNED_OUT_NOTICE: Notice = {
  title: 'You are signed out',
  lines: ['The issuer may know you still: signing in again may ask for nothing.'],
  link: AGAIN,
}
