/**
 * What the frame is good for by itself: payloads as they are, with nothing that sanitises or escapes them, under the policy of the
 * frame, in Chromium. In a page like that of a view, and opened by themselves: no script runs, no form is sent, nothing leaves
 * the server, and the page around stays where it is. The same without the policy shows that all of this would be noticed.
 */
import { type Context, Hono } from 'hono'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { BODY_POLICY, BODY_SANDBOX, guarded } from '../../src/web/policies.ts'
import { inTabs, serveFor, useBrowser, watchedContext } from '../helpers/browser.ts'
import { hostilePayloads } from '../helpers/hostile-payloads.ts'

const browser = useBrowser()
/** Frames of one page. */
const TOGETHER = 34

/** Where in a document a payload breaks in. */
const PLACES: Readonly<Record<string, (payload: string) => string>> = {
  text: payload => `<!doctype html><title>x</title><main>${payload}</main>`,
  head: payload =>
    `<!doctype html><html><head><title>${payload}</title>${payload}</head><body>x</body></html>`,
  attribute: payload =>
    `<!doctype html><title>x</title><a href="${payload}">x</a><img alt="${payload}" src="${payload}"><form action="${payload}"><button>x</button></form>`,
}
const bodies = Object.keys(PLACES).flatMap(place =>
  hostilePayloads.map((_payload, at) => `/raw/${place}/${at}`),
)

test(`${bodies.length} raw bodies run nothing in the frame of a page`, async () => {
  const origin = await serveFor(app(BODY_POLICY).fetch)
  const { context, deeds, complaints } = await watchedContext(browser(), origin)
  const page = await context.newPage()
  for (let from = 0; from < bodies.length; from += TOGETHER) {
    const address = `${origin}/around/${from}`
    await page.goto(address, { waitUntil: 'networkidle' })
    const wanted = new Set(bodies.slice(from, from + TOGETHER).map(path => origin + path))
    for (const frame of page.frames()) if (wanted.has(frame.url())) await frame.evaluate(PRESS)
    await page.waitForLoadState('networkidle')
    const left = new Set(page.frames().map(frame => frame.url()))
    expect([...wanted].filter(url => !left.has(url))).toEqual([])
    expect(page.url()).toBe(address)
    expect(deeds).toEqual([])
  }
  expect(complaints.length).toBeGreaterThan(hostilePayloads.length)
})

test(`${bodies.length} raw bodies run nothing where they are opened by themselves`, async () => {
  const origin = await serveFor(app(BODY_POLICY).fetch)
  const { context, deeds, complaints } = await watchedContext(browser(), origin)
  await inTabs(context, bodies, async (page, path) => {
    await page.goto(origin + path)
    await page.evaluate(PRESS)
    await settled(page)
    expect(page.url()).toBe(origin + path)
  })
  expect(deeds).toEqual([])
  expect(complaints.length).toBeGreaterThan(hostilePayloads.length)
})

test('without the policy the same bodies run scripts and ask others, which is noticed', async () => {
  const origin = await serveFor(app(null).fetch)
  const { context, deeds } = await watchedContext(browser(), origin)
  await inTabs(
    context,
    bodies.filter(path => path.startsWith('/raw/text/')),
    async (page, path) => {
      await page.goto(origin + path, { timeout: 10_000 }).catch(() => {})
    },
  )
  expect(deeds.filter(deed => deed.startsWith('dialog')).length).toBeGreaterThan(50)
  expect(deeds.filter(deed => deed.startsWith('request')).length).toBeGreaterThan(20)
})

function app(policy: string | null): Hono {
  const made = new Hono()
  if (policy !== null) made.use(guarded)
  made.get('/around/:from', context => {
    const from = Number(context.req.param('from'))
    const frames = bodies
      .slice(from, from + TOGETHER)
      .map(path => `<iframe src="${path}" title="x" sandbox="${BODY_SANDBOX}"></iframe>`)
    return context.html(`<!doctype html><title>around</title>${frames.join('')}`)
  })
  made.get('/raw/:place/:at', context => answerRaw(context, policy))
  return made
}

function answerRaw(context: Context, policy: string | null): Response | Promise<Response> {
  const { place = '', at = '' } = context.req.param()
  const text = PLACES[place]?.(hostilePayloads[Number(at)] ?? '') ?? ''
  if (policy !== null) context.header('content-security-policy', policy)
  return context.html(text)
}

/** A page that turns away by itself does so after it is loaded. */
async function settled(page: Page): Promise<void> {
  const turns = await page.evaluate(
    `document.querySelector('meta[http-equiv], base, form, frameset') !== null`,
  )
  if (turns === true) await page.waitForLoadState('networkidle')
}

/** As somebody would who presses everything; links to other places may be followed, and are none of this. */
const PRESS = `(() => {
  for (const element of document.querySelectorAll('button, input, select, textarea, area, summary, a, [onclick]')) {
    if (element.localName === 'a' && element.protocol !== 'javascript:') continue
    element.focus?.()
    element.click?.()
  }
  for (const form of document.forms) try { HTMLFormElement.prototype.requestSubmit.call(form) } catch {}
})()`
