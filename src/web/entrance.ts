/**
 * Who may look, where no daemon with tokens asks: whoever opens the link that was printed, once. It leaves a cookie that ends
 * with the browser and with the server. Other users of the machine can connect, too, and pages of other sites can send a
 * browser here: neither knows the link.
 */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

export interface Entrance {
  /** To be appended to the address of the server. */
  link: string
  /** Null: come in. */
  refuse(request: Request): Response | null
}

const COOKIE = 'docvault'
const ENTER = '/enter'

export function makeEntrance(): Entrance {
  const key = secret()
  let session: string | null = null
  return {
    link: `${ENTER}?key=${key}`,
    refuse(request) {
      const { pathname, searchParams, hostname } = new URL(request.url)
      if (!isLoopback(hostname)) return refusal(421, 'This server answers at its own address only.')
      if (pathname !== ENTER)
        return session !== null && isEqual(cookieOf(request), session) ? null : refusal(401, CLOSED)
      if (session !== null) return isEqual(cookieOf(request), session) ? moved() : refusal(403, USED)
      if (!isEqual(searchParams.get('key') ?? '', key)) return refusal(403, CLOSED)
      // Somebody who only looks whether the link leads somewhere has not opened it.
      if (request.method !== 'GET') return moved()
      session = secret()
      return moved({ 'set-cookie': `${COOKIE}=${session}; HttpOnly; SameSite=Strict; Path=/` })
    },
  }
}

const CLOSED = 'Open the link that docvault web has printed.'
const USED = 'This link was opened already. End docvault web with Ctrl-C and start it again for a new one.'

function refusal(status: number, words: string): Response {
  return new Response(`${words}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
  })
}

function moved(headers: Record<string, string> = {}): Response {
  return new Response(null, {
    status: 303,
    headers: { ...headers, location: '/', 'cache-control': 'no-store' },
  })
}

function secret(): string {
  return randomBytes(32).toString('base64url')
}

function cookieOf({ headers }: Request): string {
  const pairs = (headers.get('cookie') ?? '').split(/;\s*/).map(pair => pair.split('=', 2))
  return pairs.find(([name]) => name === COOKIE)?.[1] ?? ''
}

/** Takes the same time whatever differs. */
function isEqual(given: string, wanted: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  return timingSafeEqual(digest(given), digest(wanted))
}

/** A name that somebody else's server of names has made to lead here is none. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}
