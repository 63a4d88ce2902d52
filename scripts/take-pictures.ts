/**
 * Pictures of the web views for the manual, from a vault of one organization with a hundred nights, and of a restore of a page
 * of the documents in a folder: `node scripts/take-pictures.ts vault 2026-08-09T12:00Z folder`. The time is when the first are
 * said to be taken.
 */

import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { serve } from '@hono/node-server'
import { type Browser, chromium, type Page } from 'playwright-core'
import { loadPlatforms } from '../config/load.ts'
import { find } from '../jobs/find.ts'
import { openVault } from '../src/vault/vault.ts'
import { makeWeb, type Web } from '../src/web/app.ts'
import { makeLocalRestores } from '../src/web/local-restores.ts'
import { webPlatformOf } from '../src/web/platform.ts'
import { OWN_VISIT } from '../src/web/visitor.ts'
import { makeLoss } from './pictures/loss.ts'
import { pictures } from './pictures/pictures.ts'
import { restoreInSteps } from './pictures/restore.ts'

const assets = resolve(import.meta.dirname, '../docs/.gitbook/assets/browser')
const MOST_BYTES = 60 * 1024

const [vault, time, documents] = process.argv.slice(2)
if (vault === undefined || time === undefined || documents === undefined)
  throw new Error('give a vault, a time and a folder of documents')
mkdirSync(assets, { recursive: true })
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
const temporary = mkdtempSync(join(tmpdir(), 'docvault-pictures-'))
try {
  await takeNights(browser, openWeb({ DOCVAULT_VAULT_PATH: vault }, Date.parse(time)))
  await takeRestore(browser, documents)
} finally {
  await browser.close()
  rmSync(temporary, { recursive: true })
}

function openWeb(env: Record<string, string>, at?: number): Web {
  const platforms = loadPlatforms({ env: { ...env, DOCVAULT_SEARCH_MAX_DURATION: '5m' } })
  const web = platforms.map(platform =>
    webPlatformOf(platform, {
      find: (data, signal) => find.run({ config: platform.config, signal, report: () => {} }, data),
      restores: at === undefined ? makeLocalRestores(platform.config) : null,
      agenda: null,
      now: Date.now,
    }),
  )
  const source = {
    ...{ version: '1.0.0', now: () => at ?? Date.now() },
    ...{ conditions: () => null, fleet: () => null, platforms: () => web },
  }
  return makeWeb(source, { failed: error => console.error(error) })
}

async function served(web: Web, use: (origin: string) => Promise<void>): Promise<void> {
  const server = serve({ fetch: request => web.fetch(request, OWN_VISIT), hostname: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const address = server.address()
  try {
    await use(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
  } finally {
    server.close()
    web.close()
  }
}

async function takeNights(browser: Browser, web: Web): Promise<void> {
  await served(web, async origin => {
    for (const picture of pictures) {
      const { width = 1280, height = 800, colorScheme = 'light' } = picture
      const context = await browser.newContext({ viewport: { width, height }, colorScheme })
      const page = await context.newPage()
      await page.goto(origin + picture.address, { waitUntil: 'networkidle' })
      await take(page, picture.name)
      await context.close()
    }
  })
}

async function takeRestore(browser: Browser, folder: string): Promise<void> {
  const { emulator, env, before } = await makeLoss(folder, temporary)
  const reader = openVault(env.DOCVAULT_VAULT_PATH ?? '')
  const lost = [...reader.resources(1, { kind: 'page' })].find(
    item => Object(reader.readJson(item)).title === 'Prerequisites',
  )
  const title = reader.snapshots()[0]?.organizationTitle ?? ''
  reader.close()
  await served(openWeb(env), async origin => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const page = await context.newPage()
    const address = `${origin}${before}/p/${lost?.id}`
    await restoreInSteps(page, { lost: address, title }, name => take(page, name))
    await context.close()
  })
  await emulator.close()
}

/** In the best quality that is small enough. */
async function take(page: Page, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  for (const quality of [80, 65, 50, 35]) {
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
    const bytes = Buffer.from(data, 'base64')
    if (bytes.length > MOST_BYTES) continue
    writeFileSync(join(assets, `${name}.webp`), bytes)
    console.log(name, bytes.length)
    return
  }
  throw new Error(`the picture ${name} has more than ${MOST_BYTES} bytes`)
}
