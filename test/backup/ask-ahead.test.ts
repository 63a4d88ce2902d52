import { randomInt } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { BackupEvent } from '../../src/backup/events.ts'
import { type Company, makeCompany } from '../helpers/company.ts'
import { startLossyProxy } from '../helpers/lossy-proxy.ts'

test('lists that do not build on each other are asked for side by side', async () => {
  const company = await makeCompany()
  const proxy = await startLossyProxy()
  proxy.target = new URL(company.emulator.url).origin
  const asked = new Map<string, () => void>()
  const isAsked = (list: string) => new Promise<void>(resolve => asked.set(list, resolve))
  // Each is answered when the one after it has been asked for, too.
  const waitsFor = new Map([
    ['members', isAsked('teams')],
    ['saml', isAsked('sso')],
    ['fonts', isAsked('collections')],
  ])
  proxy.before = async (_method, path) => {
    const list = /^\/v1\/orgs\/[^/]+\/([^/?]+)(\?|$)/.exec(path)?.[1] ?? ''
    asked.get(list)?.()
    await waitsFor.get(list)
    return undefined
  }
  const summary = await company.backUp({}, { env: through(proxy.url) })
  expect(summary).toMatchObject({ state: 'complete', gaps: [] })
})

test('whatever comes first, everything is recorded in the order of the walk', async () => {
  const company = await makeCompany({ sites: 2, comments: 6, teams: 3 })
  const proxy = await startLossyProxy()
  proxy.target = new URL(company.emulator.url).origin
  const failing = ['listOrganizationInviteLinks', 'listCustomFonts', 'listSpaceLinks', 'listSiteRedirects']
  for (const operation of failing) company.emulator.fault({ operation, kind: 'status', status: 500 })
  const inTurn = await recordedBy(company, { DOCVAULT_PLATFORM_CONCURRENCY: '1' })
  proxy.before = async () => void (await delay(randomInt(20)))
  const ahead = await recordedBy(company, through(proxy.url))
  expect(inTurn.summary.gaps.length).toBeGreaterThanOrEqual(failing.length)
  expect(ahead.order).toEqual(inTurn.order)
  expect(ahead.summary.gaps).toEqual(inTurn.summary.gaps)
  expect(ahead.summary.contents).toBe(inTurn.summary.contents)
  expect(ahead.summary.requests).toBe(inTurn.summary.requests)
})

/** Downloads go past it. */
function through(proxy: string): Record<string, string> {
  return { DOCVAULT_PLATFORM_URL: `${proxy}/v1`, DOCVAULT_PLATFORM_ALLOW_PRIVATE_ADDRESSES: 'true' }
}

/** Into a vault of its own. */
async function recordedBy({ backUp, folder }: Company, env: Record<string, string>) {
  const order: string[] = []
  const report = (event: BackupEvent) => {
    if (event.type === 'scope' || event.type === 'gap')
      order.push(`${event.type} ${event.kind} ${event.parent}`)
  }
  const own = { DOCVAULT_VAULT_PATH: mkdtempSync(`${folder}/vault-`) }
  const summary = await backUp({}, { env: { ...own, DOCVAULT_BACKUP_SPACES_AT_ONCE: '1', ...env }, report })
  return { summary, order }
}
