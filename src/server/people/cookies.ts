/** The cookies of a browser that signs in: for this server alone, and out of reach of scripts. */
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

export interface Cookies {
  /** The secret of its session. */
  session(context: Context): string | null
  keepSession(context: Context, secret: string): void
  dropSession(context: Context): void
  /** That it is the browser which began to sign in. */
  browser(context: Context): string | null
  keepBrowser(context: Context, secret: string): void
}

/** Over plain HTTP, which is for loopback alone, browsers take neither the prefix nor `Secure`. */
export function makeCookies(publicUrl: () => string): Cookies {
  const nameOf = (name: string) => (isSecure() ? `__Host-${name}` : name)
  const isSecure = () => publicUrl().startsWith('https:')
  const options = () => ({ httpOnly: true, secure: isSecure(), sameSite: 'Lax', path: '/' }) as const
  const session = () => (isSecure() ? nameOf('docvault') : 'docvault-session')
  const browser = () => nameOf('docvault-browser')
  return {
    session: context => getCookie(context, session()) ?? null,
    keepSession: (context, secret) => setCookie(context, session(), secret, options()),
    dropSession: context => void deleteCookie(context, session(), options()),
    browser: context => getCookie(context, browser()) ?? null,
    keepBrowser: (context, secret) => setCookie(context, browser(), secret, options()),
  }
}
