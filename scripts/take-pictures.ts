/**
 * Pictures of the web views for the manual, from a vault of one organization with a hundred nights:
 * `node scripts/take-pictures.ts vault 2026-08-09T12:00Z`. The time is when the pictures are said to be taken.
 */

import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { serve } from '@hono/node-server'
import { type CDPSession, chromium } from 'playwright-core'
import { loadPlatforms } from '../config/load.ts'
import { find } from '../jobs/find.ts'
import { makeWeb, type Web } from '../src/web/app.ts'
import { webPlatformOf } from '../src/web/platform.ts'
import { OWN_VISIT } from '../src/web/visitor.ts'
import { pictures } from './pictures/pictures.ts'

const folder = resolve(import.meta.dirname, '../docs/.gitbook/assets/browser')
const MOST_BYTES = 60 * 1024

const [vault, time] = process.argv.slice(2)
if (vault === undefined || time === undefined) throw new Error('give a vault and a time')
await takePictures(openWeb(vault, Date.parse(time)))

function openWeb(path: string, now: number): Web {
  const platforms = loadPlatforms({ env: { DOCVAULT_VAULT_PATH: path, DOCVAULT_SEARCH_MAX_DURATION: '5m' } })
  const source = {
    version: '1.0.0',
    now: () => now,
    conditions: () => null,
    platforms: () =>
      platforms.map(platform =>
        webPlatformOf(platform, {
          find: (data, signal) => find.run({ config: platform.config, signal, report: () => {} }, data),
          restores: null,
          agenda: null,
          now: Date.now,
        }),
      ),
  }
  return makeWeb(source, { failed: error => console.error(error) })
}

async function takePictures(web: Web): Promise<void> {
  const server = serve({ fetch: request => web.fetch(request, OWN_VISIT), hostname: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  mkdirSync(folder, { recursive: true })
  for (const picture of pictures) {
    const { width = 1280, height = 800, colorScheme = 'light' } = picture
    const context = await browser.newContext({ viewport: { width, height }, colorScheme })
    const page = await context.newPage()
    await page.goto(origin + picture.address, { waitUntil: 'networkidle' })
    const bytes = await take(await context.newCDPSession(page))
    await context.close()
    writeFileSync(join(folder, `${picture.name}.webp`), bytes)
    console.log(picture.name, bytes.length)
  }
  await browser.close()
  server.close()
  web.close()
}

/** In the best quality that is small enough. */
async function take(session: CDPSession): Promise<Buffer> {
  for (const quality of [80, 65, 50, 35]) {
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
    const bytes = Buffer.from(data, 'base64')
    if (bytes.length <= MOST_BYTES) return bytes
  }
  throw new Error(`a picture has more than ${MOST_BYTES} bytes`)
}
