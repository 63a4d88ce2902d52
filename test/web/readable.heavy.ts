/**
 * Every view and every frame in Chromium, with something of everything in it: axe finds nothing, light and dark, narrow and wide;
 * no page is wider than a telephone; the keyboard reaches everything and shows where it is; without scripts it is the same.
 */

import axe from 'axe-core'
import type { Page, Route } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { openHistory } from '../../jobs/history.ts'
import { parseRecord } from '../../src/queue/history.ts'
import { openVaultForWriting } from '../../src/vault/vault.ts'
import { bodyFrame, comparedFrame } from '../../src/web/bodies/frame.ts'
import { CART_COOKIE } from '../../src/web/reading/cart.ts'
import type { Agenda, WebCondition } from '../../src/web/source.ts'
import { views as allViews } from '../../src/web/views/views.ts'
import { OWN_VISIT, type Visit } from '../../src/web/visitor.ts'
import { inTabs, serveFor, useBrowser, watchedContext } from '../helpers/browser.ts'
import { docvault } from '../helpers/docvault.ts'
import { fleetOfTwo } from '../helpers/fleet-answer.ts'
import { makeRichCompany } from '../helpers/rich-company.ts'
import { startSignIn } from '../helpers/sign-in-server.ts'
import { openViews, type Views } from '../helpers/views.ts'

const browser = useBrowser()

const CONDITIONS: readonly WebCondition[] = [
  {
    ...{ key: 'x', kind: 'anomaly', platform: 'default', organization: null, since: 0, path: '/changes' },
    ...{ title: 'Much is gone', text: 'Half of the pages.', advice: 'Look.' },
  },
]
const AGENDA: Agenda = {
  next: [{ job: 'backup', cron: '0 2 * * *', timezone: 'UTC', next: '2026-11-26T02:00:00.000Z' }],
  active: [
    { run: 'x', job: 'check', organization: null, started: '2026-11-25T02:00:00.000Z', state: 'working' },
  ],
}

/** As OWN_VISIT, with a name: what waits for somebody to approve it has buttons. */
const SIGNED_IN: Visit = {
  ...OWN_VISIT,
  visitor: {
    ...OWN_VISIT.visitor,
    administers: null,
    person: { name: 'Ada', subject: 'ada', formToken: 'x' },
  },
}

/** Addresses of every route, by the route. */
async function serveRich() {
  const company = await makeRichCompany()
  // Ages of backups stay what they are.
  const now = Date.now()
  const views = openViews(
    { ...company.env, DOCVAULT_SEARCH_MAX_DURATION: '5m' },
    { now: () => now, conditions: CONDITIONS, agenda: AGENDA, fleet: fleetOfTwo },
  )
  const vault = company.vault()
  const org = `/o/${company.emulator.organization}`
  const first = (kind: 'space' | 'member' | 'file' | 'comment' | 'change-request', title = '') => {
    const found = [...vault.resources(1, { kind })].find(item =>
      JSON.stringify(vault.readJson(item)).includes(title),
    )
    if (!found) throw new Error(`there is no ${kind} ${title}`)
    return found
  }
  const space = first('space', '"Handbook"')
  const pages = [...vault.resources(1, { kind: 'page', parent: space.key })]
  const page = pages.find(found => JSON.stringify(vault.readJson(found)).includes('"Welcome"'))?.id ?? ''
  const commented = JSON.stringify(vault.readJson(first('comment', '"page"')))
  const [, talked = ''] = /"page":\{[^}]*"id":"([^"]+)"/.exec(commented) ?? []
  // Something is chosen in every browser.
  const origin = await serveFor(request => {
    const headers = new Headers(request.headers)
    headers.set('cookie', `${CART_COOKIE}=1:page:${page}`)
    return views.web.fetch(new Request(request, { headers }), SIGNED_IN)
  })
  const [member, file] = [first('member').id, first('file', 'logo')]
  const at = `${org}/at/2`
  const routes: Record<string, string[]> = {
    '/': ['/'],
    '/search': ['/search', '/search?q=limit', '/search?q=nothing+of+this'],
    '/o/:org': [org],
    '/o/:org/changes': [`${org}/changes?a=1&b=2`, `${org}/changes?a=3&b=4`],
    '/o/:org/lost': [`${org}/lost`],
    '/o/:org/at/:snap': [at, `${org}/at/4`],
    '/o/:org/at/:snap/access': [`${at}/access?space=${space.id}`, `${at}/access?person=nobody`],
    '/o/:org/at/:snap/s/:space': [`${at}/s/${space.id}`, `${at}/s/${first('space', '"Manual"').id}`],
    '/o/:org/at/:snap/k/:kind': [`${at}/k/page`, `${at}/k/member`],
    '/o/:org/at/:snap/p/:id': ['rendered', 'source', 'fields', 'blame']
      .map(view => `${at}/p/${page}?view=${view}`)
      .concat(`${org}/at/1/p/${talked}?view=comments`),
    '/o/:org/at/:snap/k/:kind/:id': [
      `${at}/k/member/${member}`,
      `${at}/k/file/${file.id}?in=${file.parentId}`,
      `${at}/k/space/${space.id}`,
    ],
    '/o/:org/p/:id/history': [`${org}/p/${page}/history`],
    '/o/:org/k/:kind/:id/history': [`${org}/k/space/${space.id}/history`],
    '/o/:org/p/:id/compare': ['rendered', 'split', 'words', 'fields'].map(
      view => `${org}/p/${page}/compare?a=1&b=2&view=${view}`,
    ),
    '/o/:org/k/:kind/:id/compare': [`${org}/k/space/${space.id}/compare?a=1&b=2`],
    '/o/:org/at/:snap/p/:id/frame': [`${at}/p/${page}/frame`],
    '/o/:org/at/:snap/k/:kind/:id/frame': [`${at}/k/page/${page}/frame`],
    '/o/:org/p/:id/compare/frame': [`${org}/p/${page}/compare/frame?a=1&b=2`],
    '/o/:org/k/:kind/:id/compare/frame': [`${org}/k/page/${page}/compare/frame?a=1&b=2`],
    ...(await restoreAddresses(views, org, page)),
    ...(await operationsAddresses(company.env, views)),
    nothing: ['/nothing', `${at}/p/none`],
  }
  return { origin, routes, addresses: Object.values(routes).flat(), page, org }
}

/** What a daemon left in the vault, a drill and a report. */
async function operationsAddresses(
  env: Record<string, string>,
  views: Views,
): Promise<Record<string, string[]>> {
  await leaveRuns(env)
  for (const command of [['drill'], ['audit', 'access', 'latest', '-o', '/dev/null']])
    expect([0, 14]).toContain((await docvault(command, { env })).code)
  const guarded = {
    ...{ ...env, DOCVAULT_APPROVALS_ACTIONS: 'hold-release', DOCVAULT_SERVER_OIDC_CLIENT_ID: 'docvault' },
    DOCVAULT_SERVER_OIDC_ISSUER: 'https://id.example.com',
    DOCVAULT_SERVER_ROLES: '[{"group":"docs","role":"admin"}]',
  }
  expect((await docvault(['hold', '1', '--who', 'Legal', '--why', 'of a case'], { env })).code).toBe(0)
  expect((await docvault(['release', '1'], { env: guarded })).code).toBe(15)
  const { drills } = drillsSchema.parse(await views.data('/drills'))
  const record = drills.map(drill => `/drills/${drill.platform}/${drill.record}`)
  return {
    '/runs': ['/runs', '/runs?job=backup'],
    '/checks': ['/checks'],
    '/fleet': ['/fleet', '/fleet?tenant=globex', '/fleet?tenant=nobody'],
    '/drills': ['/drills'],
    '/drills/:platform/:record': record,
    '/reports': ['/reports'],
    '/approvals': ['/approvals'],
  }
}

async function leaveRuns(env: Record<string, string>): Promise<void> {
  const vault = await openVaultForWriting(env.DOCVAULT_VAULT_PATH ?? '')
  const history = openHistory(vault, parseRecord)
  for (const outcome of ['complete', 'failed', 'missed'] as const)
    history.add({
      ...{ run: `backup.${outcome}`, job: 'backup', organization: null, trigger: 'schedule', tick: null },
      ...{ started: '2026-11-20T02:00:00.000Z', finished: '2026-11-20T02:00:05.000Z', outcome },
      ...{ message: 'the platform does not answer', snapshot: null, code: null, plan: null },
    })
  await vault.close()
}

const drillsSchema = z.object({ drills: z.array(z.object({ platform: z.string(), record: z.string() })) })

/** A restore that was planned and done, and what is chosen from then on. */
async function restoreAddresses(views: Views, org: string, page: string): Promise<Record<string, string[]>> {
  const runOf = async (address: string) => {
    await views.idle()
    const { runs } = runsSchema.parse(await views.data(address))
    return runs[0]
  }
  await views.send(`${org}/restore/choose`, { add: `1:page:${page}` })
  const planning = await views.send(`${org}/restore/plan`, { onConflict: 'update' })
  const planned = await runOf(planning)
  const plan = `${org}/restore/plan/${planned?.plan}`
  const { into } = await views.data(plan)
  const applying = await views.send(`${org}/restore/apply/${planned?.plan}`, { typed: String(into) })
  expect((await runOf(applying))?.restore).toBe(1)
  return {
    '/o/:org/restore': [`${org}/restore`],
    '/o/:org/restore/runs': [planning, applying],
    '/o/:org/restore/plan/:plan': [plan, `${plan}?typed=wrong`],
    '/o/:org/restore/done/:restore': [`${org}/restore/done/1`],
    '/o/:org/restores': [`${org}/restores`],
  }
}

const runsSchema = z.object({
  runs: z.array(z.object({ plan: z.string().nullable(), restore: z.number().nullable() })),
})

describe('every view', () => {
  test('can be read, narrow and wide, in light and dark', async () => {
    const { origin, routes, addresses } = await serveRich()
    const known = [...allViews.map(({ path }) => path), ...bodyFrame.paths, ...comparedFrame.paths]
    expect(known.filter(path => !(path in routes))).toEqual([])
    const problems: string[] = []
    for (const width of [320, 1280])
      for (const colorScheme of ['light', 'dark'] as const) {
        const { context } = await watchedContext(browser(), origin, {
          viewport: { width, height: 900 },
          colorScheme,
        })
        await context.route(/\/frame(\?|$)/, withScripts)
        await inTabs(context, addresses, async (page, address) => {
          await page.goto(origin + address)
          const found = [...(await violationsIn(page)), ...(await widerThan(page))]
          problems.push(...found.map(problem => `${width} ${colorScheme} ${address}: ${problem}`))
        })
      }
    expect(problems).toEqual([])
    console.log(`${Object.keys(routes).length} routes, ${addresses.length} addresses × 4: 0 violations`)
  })

  test('is reached by the keyboard, and shows where it is', async () => {
    const { origin, addresses } = await serveRich()
    const problems: string[] = []
    for (const width of [320, 1280]) {
      const { context } = await watchedContext(browser(), origin, { viewport: { width, height: 900 } })
      await inTabs(context, addresses, async (page, address) => {
        await page.goto(origin + address)
        problems.push(...(await lostToKeyboard(page)).map(problem => `${width} ${address}: ${problem}`))
      })
    }
    expect(problems).toEqual([])
  })

  test('says the same without scripts', async () => {
    const { origin, addresses } = await serveRich()
    const texts = await Promise.all(
      [true, false].map(async javaScriptEnabled => {
        const { context } = await watchedContext(browser(), origin, { javaScriptEnabled })
        const found = new Map<string, unknown>()
        await inTabs(context, addresses, async (page, address) => {
          await page.goto(origin + address)
          found.set(address, await page.evaluate('document.body.innerText'))
        })
        return addresses.map(address => [address, found.get(address)])
      }),
    )
    expect(texts[1]).toEqual(texts[0])
  })
})

const NOT_LET_IN = ['login', 'signed-out', 'login?to=//elsewhere', 'callback?state=none', 'login?to=/']

test('what somebody sees who is not let in can be read, narrow and wide, in light and dark', async () => {
  const problems: string[] = []
  const seen = new Set<string>()
  for (const width of [320, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      const { url, issuer } = await startSignIn()
      const context = await browser().newContext({ viewport: { width, height: 900 }, colorScheme })
      onTestFinished(() => context.close())
      const page = await context.newPage()
      issuer.person = { sub: 'eve', name: 'Eve', groups: ['elsewhere'] }
      // The first is asked for while the issuer does not answer.
      for (const address of NOT_LET_IN) {
        issuer.isDown = address === NOT_LET_IN[0]
        await page.goto(`${url}/auth/${address}`)
        seen.add(await page.title())
        const found = [...(await violationsIn(page)), ...(await widerThan(page))]
        problems.push(...found.map(problem => `${width} ${colorScheme} ${address}: ${problem}`))
      }
    }
  expect(problems).toEqual([])
  const titles = [
    'That leads elsewhere',
    'You are not signed in',
    'You are signed out',
    'You may not look here',
  ]
  expect([...seen].sort()).toEqual(titles.map(title => `${title} · docvault`))
})

test('addresses stay what they are: the way back, and two tabs', async () => {
  const { origin, org, page: id } = await serveRich()
  const { context } = await watchedContext(browser(), origin)
  const [page, other] = [await context.newPage(), await context.newPage()]
  const addresses = [`${org}/at/1/p/${id}`, `${org}/at/2/p/${id}`].map(path => origin + path)
  await page.goto(addresses[0] ?? '')
  const words = await page.locator('main').innerText()
  await page.getByRole('link', { name: 'next change »' }).click()
  expect(page.url()).toBe(addresses[1])
  await other.goto(page.url())
  await page.goBack()
  expect([page.url(), await page.locator('main').innerText()]).toEqual([addresses[0], words])
  expect(other.url()).toBe(addresses[1])
})

test('the first press of a key leads past the head of a page', async () => {
  const { origin, org } = await serveRich()
  const { context } = await watchedContext(browser(), origin)
  const page = await context.newPage()
  await page.goto(origin + org)
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.className')).toBe('skip')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.querySelector("main").contains(document.activeElement)')).toBe(true)
})

test('in a comparison each link leads to the next change, within the frame', async () => {
  const { origin, org, page: id } = await serveRich()
  const { context, deeds } = await watchedContext(browser(), origin, {
    viewport: { width: 1280, height: 500 },
  })
  const page = await context.newPage()
  const address = `${origin}${org}/p/${id}/compare?a=1&b=2`
  await page.goto(address)
  const frame = page.frameLocator('iframe.body')
  await frame.getByRole('link', { name: 'to the first change' }).first().click()
  for (let place = 1; place < 6; place++) {
    const change = frame.locator(`#change-${place}:target`)
    expect(await change.count()).toBe(1)
    await change.getByRole('link', { name: /next change|to the first change/ }).click()
  }
  expect([page.url(), deeds]).toEqual([address, []])
})

/** Axe itself is a script, and waits for timers, which a sandbox has not. */
async function withScripts(route: Route): Promise<void> {
  const response = await route.fetch()
  const headers = response.headers()
  const policy = headers['content-security-policy']?.replace(/^sandbox[^;]*; /, '') ?? ''
  await route.fulfill({ response, headers: { ...headers, 'content-security-policy': policy } })
}

async function violationsIn(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(`axe.run(document, { iframes: false, resultTypes: ['violations'] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ' ' + nodes.length + '× ' + nodes.slice(0, 2).map(({ html, any }) => html.slice(0, 160) + ' ' + (any[0]?.message ?? '')).join(' | ')))`)
}

/** Than the window: then the whole page has to be pushed from side to side. */
async function widerThan(page: Page): Promise<string[]> {
  return page.evaluate(`document.documentElement.scrollWidth <= innerWidth ? [] :
    [document.documentElement.scrollWidth + ' wide: ' + [...document.querySelectorAll('body *')].filter(element => element.getBoundingClientRect().right > innerWidth + 1)
      .map(element => element.tagName + '.' + element.className + ' ' + element.textContent.slice(0, 30)).slice(0, 4).join(' | ')]`)
}

/** Of everything that can be used. */
const MOST_PRESSES = 600

async function lostToKeyboard(page: Page): Promise<string[]> {
  // Of a group of radio buttons the one that is chosen is reached, and the arrows lead to the others.
  await page.evaluate(`reached = new Set(); hidden = []; isOfGroup = element => element.type === 'radio' && !element.checked &&
    [...document.getElementsByName(element.name)].some(other => reached.has(other))`)
  for (let press = 0; press < MOST_PRESSES; press++) {
    await page.keyboard.press('Tab')
    const isRound: boolean = await page.evaluate(STEP)
    if (isRound) break
  }
  return page.evaluate(`[...hidden, ...[...document.querySelectorAll('a[href], button, input, select, textarea, summary, iframe')]
    .filter(element => !reached.has(element) && !isOfGroup(element) && element.checkVisibility()).map(element => 'not reached: ' + element.outerHTML.slice(0, 120))].slice(0, 5)`)
}

/** Where the keyboard is now; a frame is itself what is looked at when its address is opened. */
const STEP = `(() => {
  const element = document.activeElement
  if (element === document.body || element === null) return reached.size > 0
  if (element.localName === 'iframe') { reached.add(element); return false }
  if (reached.has(element)) return true
  reached.add(element)
  const { outlineStyle, outlineWidth } = getComputedStyle(element)
  const box = element.getBoundingClientRect()
  const isSeen = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && box.width > 0 && box.right > 0 && box.left < innerWidth
  if (!isSeen) hidden.push('not seen: ' + element.outerHTML.slice(0, 120))
  return false
})()`
