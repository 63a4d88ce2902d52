/** Chromium over the views of a vault, and everything in it that must not happen. */

import { once } from 'node:events'
import { serve } from '@hono/node-server'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'

/** Every name but this machine's is one of nothing, and found to be so at once. */
const NOWHERE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'

/** For all tests of a file; ask for it when they run. */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined
  beforeAll(async () => {
    const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', NOWHERE] })
  })
  afterAll(() => browser?.close())
  return () => {
    if (!browser) throw new Error('the browser is not there yet')
    return browser
  }
}

/** Origin of what is served until the test ends. */
export async function serveFor(fetch: Parameters<typeof serve>[0]['fetch']): Promise<string> {
  const server = serve({ fetch, hostname: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  onTestFinished(async () => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

export interface Watched {
  context: BrowserContext
  /** Dialogs, scripts, requests that leave the origin, windows that open by themselves. */
  deeds: string[]
  /** What was asked for and not sent, and everything else that the browser complains of. */
  complaints: string[]
}

/** Ends with the test. */
export async function watchedContext(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const context = await browser.newContext({ acceptDownloads: false, ...options })
  onTestFinished(() => context.close())
  const deeds: string[] = []
  const complaints: string[] = []
  context.on('dialog', dialog => {
    deeds.push(`dialog at ${dialog.page()?.url()}: ${dialog.message()}`)
    void dialog.dismiss()
  })
  const isForeign = (request: Request) => !request.url().startsWith(`${origin}/`)
  const sent = (request: Request) => {
    if (!isForeign(request)) return
    const failure = request.failure()?.errorText
    // What is no address of another machine is never sent; of those that are, only the policy's refusal counts.
    const isBlocked =
      failure === 'csp' || (failure !== undefined && !/^(https?|wss?|ftp):/.test(request.url()))
    ;(isBlocked ? complaints : deeds).push(`request at ${request.frame().url()}: ${request.url()}`)
  }
  context.on('requestfinished', sent)
  context.on('requestfailed', sent)
  context.on('page', page => {
    void page.opener().then(opener => opener && deeds.push(`window of ${opener.url()}: ${page.url()}`))
  })
  context.on('weberror', failed => deeds.push(`script: ${failed.error().message}`))
  context.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${message.location().url}: ${message.text()}`)
  })
  return { context, deeds, complaints }
}

/** Each of a list in one of so many tabs, as each becomes free. */
export async function inTabs<Item>(
  context: BrowserContext,
  items: readonly Item[],
  visit: (page: Page, item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values()
  const work = async () => {
    const page = await context.newPage()
    for (const item of waiting) await visit(page, item)
    await page.close()
  }
  await Promise.all(Array.from({ length: TABS }, work))
}

const TABS = 3
