/** As much of a browser as signing in needs: it keeps cookies of a server and wants pages. */

export interface TestBrowser {
  /** Its address. */
  server: string
  cookies: Map<string, string>
  /** Does not follow redirects. Of the other servers' cookies it knows none. */
  go(address: string, init?: RequestInit & { headers?: Record<string, string> }): Promise<Response>
  /** Follows redirects to wherever they lead, as long as they do. */
  follow(address: string): Promise<Response>
}

const MOST_REDIRECTS = 10

export function openBrowser(server: string): TestBrowser {
  const cookies = new Map<string, string>()
  const browser: TestBrowser = {
    server,
    cookies,
    async go(address, init = {}) {
      const url = new URL(address, server)
      const isOwn = url.origin === new URL(server).origin
      const cookie = isOwn ? [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') : ''
      const headers = { accept: 'text/html', ...(cookie === '' ? {} : { cookie }), ...init.headers }
      const answer = await fetch(url, { redirect: 'manual', ...init, headers })
      if (isOwn) for (const text of answer.headers.getSetCookie()) keep(cookies, text)
      return answer
    },
    async follow(address) {
      let answer = await browser.go(address)
      for (let left = MOST_REDIRECTS; left > 0; left--) {
        const location = answer.headers.get('location')
        if (location === null) return answer
        answer = await browser.go(new URL(location, answer.url).href)
      }
      throw new Error(`${address} leads around in circles`)
    },
  }
  return browser
}

function keep(cookies: Map<string, string>, text: string): void {
  const [pair = '', ...attributes] = text.split(/;\s*/)
  const name = pair.slice(0, pair.indexOf('='))
  if (attributes.some(attribute => /^max-age=0$/i.test(attribute))) cookies.delete(name)
  else cookies.set(name, pair.slice(name.length + 1))
}
