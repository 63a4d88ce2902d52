/**
 * The HTML files in Chromium: nothing is cut off at 1280 and 390 pixels and on paper, in light and dark, and hostile
 * titles stay text. Screenshots and PDFs are kept in DOCVAULT_SCREENSHOTS, to be looked at.
 */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Kind } from '../../src/model/resource.ts'
import { type Company, handbookFiles, makeCompany } from '../helpers/company.ts'
import { docvault } from '../helpers/docvault.ts'

const HOSTILE = '<script>document.title="owned"</script><img src=x onerror="document.title=1">'
const FORMULA = "=cmd|' /C calc'!A0"
const screenshots = process.env.DOCVAULT_SCREENSHOTS

let browser: Browser
beforeAll(async () => {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
})
afterAll(() => browser.close())

describe('the reports', () => {
  test('are readable wide, narrow and on paper, in light and dark, and run nothing', async () => {
    const files = await writeReports()
    for (const [name, file] of Object.entries(files)) {
      for (const width of [1280, 390]) {
        for (const colorScheme of ['light', 'dark'] as const) {
          const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme })
          const problems: string[] = []
          page.on('request', request => {
            if (!request.url().startsWith('file:')) problems.push(request.url())
          })
          await page.goto(pathToFileURL(file).href)
          expect(await page.title()).not.toMatch(/owned|^1$/)
          expect(await page.locator('script, img').count()).toBe(0)
          expect(problems).toEqual([])
          expect([name, width, await overflowing(page)]).toEqual([name, width, []])
          expect([name, colorScheme, await faintTexts(page)]).toEqual([name, colorScheme, []])
          if (screenshots) {
            mkdirSync(screenshots, { recursive: true })
            await page.screenshot({
              path: join(screenshots, `${name}-${width}-${colorScheme}.png`),
              fullPage: true,
            })
          }
          await page.close()
        }
      }
      const page = await browser.newPage({ colorScheme: 'dark' })
      await page.goto(pathToFileURL(file).href)
      await page.emulateMedia({ media: 'print' })
      const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor')
      expect(ground).toBe('rgb(255, 255, 255)')
      const pdf = await page.pdf({
        preferCSSPageSize: true,
        ...(screenshots ? { path: join(screenshots, `${name}.pdf`) } : {}),
      })
      expect(pdf.length).toBeGreaterThan(10_000)
      await page.close()
    }
  })
})

type Page = Awaited<ReturnType<Browser['newPage']>>

/** Elements that stick out of the window. */
function overflowing(page: Page): Promise<unknown> {
  return page.evaluate(`[...document.querySelectorAll('body *')]
    .filter(one => one.getBoundingClientRect().right > innerWidth + 1)
    .map(one => one.tagName + ' ' + one.className + ' ' + one.textContent.slice(0, 40)).slice(0, 5)`)
}

/** Texts whose contrast with what is behind them is under 4.5 to 1. */
function faintTexts(page: Page): Promise<unknown> {
  return page.evaluate(`(() => {
    const parse = color => (color.match(/[\\d.]+/g) || []).map(Number)
    const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
      .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0)
    const behind = one => { for (let at = one; at; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor)
      if (color.length === 3 || color[3] > 0) return color } return [255, 255, 255] }
    const faint = []
    for (const one of document.querySelectorAll('p, td, th, li, dt, dd, h1, h2, h3, a, ins, del, .tag, .soft')) {
      if (!one.textContent.trim()) continue
      const [a, b] = [light(parse(getComputedStyle(one).color)), light(behind(one))]
      const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
      if (contrast < 4.5) faint.push(one.tagName + '.' + one.className + ' ' + contrast.toFixed(2))
    }
    return [...new Set(faint)].slice(0, 5)
  })()`)
}

async function writeReports(): Promise<Record<string, string>> {
  // Titles longer than a service takes.
  const company = await makeCompany({ asDescribed: false, sites: 1 })
  await company.backUp()
  await edit(company)
  await company.backUp({ exact: true })
  const files: Record<string, string> = {}
  for (const [name, args] of Object.entries({
    changes: ['audit', 'changes'],
    access: ['audit', 'access'],
  })) {
    files[name] = join(company.folder, `${name}.html`)
    expect((await docvault([...args, '-o', files[name]], { env: company.env })).stderr).toBe('')
  }
  files.diff = join(company.folder, 'diff.html')
  await docvault(['diff', '1', '2', '--html', files.diff], { env: company.env })
  return files
}

async function edit({ emulator, vault, edit }: Company): Promise<void> {
  const ids = (kind: Kind) => [...vault().resources(1, { kind })].map(one => one.id)
  const members = ids('member')
  emulator.patch('member', members[1] ?? '', { role: 'admin' })
  emulator.patch('member', members[2] ?? '', { role: 'comment' })
  emulator.remove('member', members[3] ?? '')
  emulator.create('member', { displayName: HOSTILE, email: 'mallory@evil.example', role: 'admin' })
  emulator.create('member', { displayName: FORMULA, email: 'formula@evil.example', role: null })
  emulator.patch('team', ids('team')[0] ?? '', { title: HOSTILE })
  emulator.patch('organization', emulator.organization, { defaultRole: 'edit', inviteLinks: true })
  emulator.patch('site', ids('site')[0] ?? '', { visibility: 'public', published: true })
  const install = String(handbookFiles['guides/install.md'])
  await edit({
    'guides/install.md': `${install}\n${HOSTILE}\n\nA long line ${'that goes on and on '.repeat(30)}\n`,
    'guides/linux.md': '# On Linux\n\nUnix line ends, and other words.\n',
    'SUMMARY.md': String(handbookFiles['SUMMARY.md'])
      .replace('* [Install]', `* [${HOSTILE.replaceAll(/[<>"]/g, '\\$&')}]`)
      .replace('* [Empty](guides/empty.md)\n', '* [New](guides/new.md)\n'),
    'guides/new.md': '# New\n\nQuite new.\n',
  })
}
