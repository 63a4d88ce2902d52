/**
 * A loss on a platform whose daemon runs, made good in Chromium: with the keyboard alone, from a search to the undo, a mistake
 * of the person included; and by a person with two tabs. What the platform has before and after is compared.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useBrowser, watchedContext } from '../helpers/browser.ts'
import { type Company, makeCompany } from '../helpers/company.ts'
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.ts'
import { docvault } from '../helpers/docvault.ts'
import { temporaryFolder } from '../vault/fixture.ts'

const browser = useBrowser()
const TITLE = 'Acme Documentation'
/** Of presses of Tab on one page: what is farther away is not reached. */
const MOST_TABS = 120

/** A page was overwritten, and the daemon has seen it. */
async function makeIncident() {
  const company = await makeCompany()
  const daemon = await startTestDaemon(company)
  await company.edit({ 'README.md': '# Welcome\n\nOur limit is 500 requests.\n' })
  await daemon.run('backup')
  await company.edit({ 'README.md': '# Welcome\n\nEdited in the night.\n' })
  await daemon.run('sync')
  const { context, deeds } = await watchedContext(browser(), daemon.daemon.url)
  return { company, daemon, context, deeds, org: `/o/${company.emulator.organization}` }
}

/** Every file that an export of what the platform has now writes, with its text. */
async function filesNow(company: Company, daemon: TestDaemon): Promise<string[]> {
  await daemon.run('backup')
  const folder = temporaryFolder()
  const { code } = await docvault(['export', 'latest', folder], { env: company.env })
  expect(code).toBe(0)
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map(file => `${relative(folder, file)}: ${readFileSync(file, 'utf8')}`)
    .sort()
}

class Keyboard {
  presses = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** Presses Tab until what is called so has the focus. */
  async reach(selector: string): Promise<void> {
    await this.#page.locator(selector).first().waitFor()
    for (let tabs = 0; tabs < MOST_TABS; tabs++) {
      await this.press('Tab')
      const isThere = await this.#page
        .locator(selector)
        .first()
        .evaluate(element => element.ownerDocument.activeElement === element)
      if (isThere) return
    }
    throw new Error(`${MOST_TABS} presses of Tab do not reach ${selector} on ${this.#page.url()}`)
  }

  async follow(selector: string): Promise<void> {
    await this.reach(selector)
    const before = this.#page.url()
    await Promise.all([this.#page.waitForURL(url => url.href !== before), this.press('Enter')])
  }

  async press(key: string): Promise<void> {
    this.presses++
    await this.#page.keyboard.press(key)
  }

  async type(text: string): Promise<void> {
    this.presses += text.length
    await this.#page.keyboard.type(text)
  }
}

/** From the choice, or what asks for a plan, to the report. */
async function applied(page: Page, keys: Keyboard): Promise<void> {
  await keys.follow('main a:has-text("See what would be done")')
  await keys.reach('input[name=typed]')
  await keys.type(TITLE)
  await Promise.all([page.waitForURL(/\/restore\/runs/), keys.press('Enter')])
  await keys.follow('main a:has-text("What restore")')
}

describe('an incident while the daemon runs', () => {
  test('is made good with the keyboard alone, from a search to the undo', async () => {
    const { company, daemon, context, deeds, org } = await makeIncident()
    const damaged = await filesNow(company, daemon)
    const sound = damaged.map(text => text.replace('Edited in the night.', 'Our limit is 500 requests.'))
    const page = await context.newPage()
    const keys = new Keyboard(page)
    await page.goto(daemon.daemon.url)
    await keys.reach('#q')
    await keys.type('limit is 500')
    await Promise.all([page.waitForURL(/\/search/), keys.press('Enter')])
    await keys.follow('.results a:has-text("Welcome")')
    // Who changed it, and when.
    await keys.follow('main a:has-text("state")')
    expect(await page.locator('main').innerText()).toContain('Welcome')
    await page.goBack()
    await keys.follow('main button:has-text("Bring it back")')
    expect(page.url()).toContain(`${org}/restore`)
    await keys.reach('input[name=onConflict]:checked')
    for (
      let at = 0;
      at < 5 && !(await page.locator('input[name=onConflict][value=update]').isChecked());
      at++
    )
      await keys.press('ArrowDown')
    await keys.follow('button:has-text("See what would be done")')
    await keys.follow('main a:has-text("See what would be done")')
    // A mistake: what is typed is not the title of the organization.
    await keys.reach('input[name=typed]')
    await keys.type('Handbook')
    await Promise.all([page.waitForURL(/typed=wrong/), keys.press('Enter')])
    await keys.reach('input[name=typed]')
    await keys.type(TITLE)
    await Promise.all([page.waitForURL(/\/restore\/runs/), keys.press('Enter')])
    await page.reload()
    await keys.follow('main a:has-text("What restore")')
    expect(await page.locator('main').innerText()).toContain('nothing differs but what was declared as lost')
    const mended = await filesNow(company, daemon)
    expect(mended).toEqual(sound)
    await keys.follow('button:has-text("Undo it")')
    await applied(page, keys)
    expect(await filesNow(company, daemon)).toEqual(damaged)
    expect(deeds).toEqual([])
    console.log(`${keys.presses} presses of keys from the front page to the report of the undo`)
  })

  test('two tabs: a plan that another one has outdated is refused, planned once more, and the way back repeats nothing', async () => {
    const { company, daemon, context, org } = await makeIncident()
    const vault = company.vault()
    const welcome = [...vault.resources(1, { kind: 'page' })].find(
      found => Object(vault.readJson(found)).title === 'Welcome',
    )
    const [first, second] = [await context.newPage(), await context.newPage()]
    const toPlan = async (page: Page) => {
      await page.goto(`${daemon.daemon.url}${org}/at/1/p/${welcome?.id}`)
      await page.locator('main button:has-text("Bring it back")').click()
      await page.locator('input[name=onConflict][value=update]').check()
      await page.locator('button:has-text("See what would be done")').click()
      await page.locator('main a:has-text("See what would be done")').click()
      await page.locator('input[name=typed]').waitFor()
    }
    const apply = async (page: Page) => {
      await page.locator('input[name=typed]').fill(TITLE)
      await page.locator('input[name=typed]').press('Enter')
      await page.waitForURL(/\/restore\/runs/)
    }
    await toPlan(first)
    await company.edit({ 'README.md': '# Welcome\n\nEdited once more, meanwhile.\n' })
    await toPlan(second)
    await apply(second)
    await second.locator('main a:has-text("What restore")').click()
    expect(await second.locator('main').innerText()).toContain('nothing differs')
    const after = await filesNow(company, daemon)
    await apply(first)
    await first.locator('button:has-text("Plan it once more")').waitFor()
    expect(await filesNow(company, daemon)).toEqual(after)
    await second.goBack()
    await second.goBack()
    await apply(second)
    await second.locator('button:has-text("Plan it once more")').waitFor()
    expect(await filesNow(company, daemon)).toEqual(after)
  })
})
