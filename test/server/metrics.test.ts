import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { Gauge, Registry } from 'prom-client'
import { describe, expect, test } from 'vitest'
import type { Standing } from '../../src/fleet/worst-first.ts'
import { makeMetrics } from '../../src/server/metrics.ts'
import { MOST_TENANTS, makeTenantGauges } from '../../src/server/tenant-metrics.ts'
import { makeCompany } from '../helpers/company.ts'
import { startTestDaemon } from '../helpers/daemon.ts'

const root = join(import.meta.dirname, '../..')

describe('metrics', () => {
  test('a scrape tells what the catalog, the wire and the queue know', async () => {
    const company = await makeCompany()
    const daemon = await startTestDaemon(company)
    await daemon.run('backup')
    company.emulator.fault({ operation: 'listMembersInOrganizationById', kind: 'status', status: 403 })
    await daemon.run('backup')
    const text = await (await daemon.ask('/metrics')).text()
    const organization = company.emulator.organization
    const value = (start: string) => {
      const line = text.split('\n').find(one => one.startsWith(start))
      return line === undefined ? null : Number(line.split(' ').at(-1))
    }
    const labels = `{platform="default",organization="${organization}"`
    expect(value(`docvault_snapshot_last_complete_timestamp_seconds${labels}`)).toBeGreaterThan(1e9)
    expect(value(`docvault_snapshot_last_complete_age_seconds${labels}`)).toBeLessThan(60)
    expect(value(`docvault_snapshot_last_partial${labels}`)).toBe(1)
    expect(value(`docvault_snapshot_last_markdown_pending${labels}`)).toBe(0)
    expect(value(`docvault_snapshot_last_gaps${labels},class="refused"`)).toBe(1)
    expect(value('docvault_platform_requests_total{platform="default",class="2xx"')).toBeGreaterThan(20)
    expect(value('docvault_platform_requests_total{platform="default",class="4xx"')).toBeGreaterThan(0)
    expect(value('docvault_runs_total{platform="default",job="backup",outcome="partial"')).toBe(1)
    expect(value('docvault_queue_jobs{platform="default",queue="runs",state="completed"')).toBe(2)
    expect(value('docvault_build_info{version="')).toBe(1)
    expect(text).not.toContain(company.emulator.token)
  })

  test('a label holds whatever text there is, and no other line or label comes of it', () => {
    const part = fc.constantFrom(
      '"',
      '\\',
      '\n',
      '\r',
      '}',
      '{',
      ',',
      '=',
      ' 1\n',
      '\u202e',
      '\u2028',
      '# HELP x',
      'ä',
    )
    const hostile = fc.oneof(
      fc.string(),
      fc.array(part, { minLength: 1, maxLength: 8 }).map(all => all.join('')),
    )
    return fc.assert(
      fc.asyncProperty(hostile, async text => {
        const registry = new Registry()
        const gauge = new Gauge({
          name: 'docvault_x',
          help: 'x',
          labelNames: ['organization'],
          registers: [registry],
        })
        gauge.set({ organization: text }, 1)
        const lines = (await registry.metrics())
          .split('\n')
          .filter(line => line !== '' && !line.startsWith('# '))
        expect(lines).toHaveLength(1)
        const [, value = null] =
          /^docvault_x\{organization="((?:[^"\\\n]|\\[\\n"])*)"\} 1$/.exec(lines[0] ?? '') ?? []
        const plain = value?.replaceAll(/\\(.)/g, (_, one: string) => (one === 'n' ? '\n' : one))
        expect(plain).toBe(text)
      }),
    )
  })

  test('every metric has help, a type, and a name by the rules', async () => {
    const daemon = await startTestDaemon(await makeCompany())
    const text = await (await daemon.ask('/metrics')).text()
    const types = new Map(
      [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name ?? '', type]),
    )
    const helps = new Set([...text.matchAll(/^# HELP (\S+) \S.*$/gm)].map(([, name]) => name))
    expect(types.size).toBeGreaterThan(20)
    for (const [name, type] of types) {
      expect(helps).toContain(name)
      expect(name).toMatch(/^docvault_[a-z0-9_]+$/)
      // Those of Node are prom-client's.
      if (name.startsWith('docvault_nodejs_')) continue
      expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter'])
    }
    const samples = text.split('\n').filter(line => line !== '' && !line.startsWith('#'))
    const form =
      /^([a-z0-9_]+)(\{[a-zA-Z0-9_]+="(?:[^"\\\n]|\\.)*"(,[a-zA-Z0-9_]+="(?:[^"\\\n]|\\.)*")*\})? \S+$/
    expect(samples.filter(line => !form.test(line))).toEqual([])
    const keys = samples.map(line => line.slice(0, line.lastIndexOf(' ')))
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('of many tenants each has its platforms, the oldest of its nights and what is wrong; of each platform there need be nothing', async () => {
    const company = await makeCompany()
    const file = join(company.folder, 'tenants.yaml')
    const { url, token, organization } = company.emulator
    const own = `url: '${url}', token: '${token}'`
    const entries = ['a, tenant: acme', 'b, tenant: acme', 'c, tenant: globex']
    writeFileSync(file, `platforms:\n${entries.map(entry => `  - { name: ${entry}, ${own} }\n`).join('')}`)
    const env = { DOCVAULT_VAULT_PATH: join(company.folder, 'vaults') }
    const daemon = await startTestDaemon(company, { file, env })
    for (const name of ['a', 'c']) {
      const run = await daemon.platform(name).trigger('backup', { organization })
      await daemon.endedOn(name, record => record.run === run)
    }
    await daemon.daemon.beat()
    const scrape = async () => (await (await daemon.ask('/metrics')).text()).split('\n')
    const lines = await scrape()
    expect(lines).toContain('docvault_tenant_platforms{tenant="acme",state="well"} 1')
    expect(lines).toContain('docvault_tenant_platforms{tenant="acme",state="unprotected"} 1')
    expect(lines).toContain('docvault_tenant_conditions{tenant="globex"} 0')
    const aged = lines.filter(line => line.startsWith('docvault_tenant_last_complete_age_seconds'))
    expect(aged).toEqual([expect.stringContaining('{tenant="globex"} ')])
    expect(lines.filter(line => line.includes('platform="a"')).length).toBeGreaterThan(20)
    await daemon.daemon.reload(daemon.configs({ ...env, DOCVAULT_SERVER_METRICS_DETAIL: 'tenants' }))
    const short = await scrape()
    expect(short.filter(line => /(platform|organization)="/.test(line))).toEqual([])
    expect(short).toContain('docvault_tenant_platforms{tenant="acme",state="well"} 1')
  })

  test('of a platform that is here no more nothing is said any more', async () => {
    const daemon = await startTestDaemon(await makeCompany())
    await daemon.run('backup')
    const { view } = daemon.daemon
    const metrics = makeMetrics({ version: 'test', isDetailed: () => true })
    const text = await metrics.text(view, Date.now())
    expect(text).toContain('docvault_snapshot_last_complete_age_seconds{platform="default"')
    const gone = { ...view, platforms: () => [] }
    const [both] = await Promise.all([metrics.text(view, Date.now()), metrics.text(gone, Date.now())])
    expect(both).toContain('docvault_snapshot_last_resources{platform="default"')
    expect(await metrics.text(gone, Date.now())).not.toContain('platform="default"')
  })

  test('there are so many tenants and no more; the rest is counted together', async () => {
    const registry = new Registry()
    const gauges = makeTenantGauges(registry)
    const standing = (index: number): Standing => ({
      ...{ platform: `p${index}`, tenant: `t${String(index).padStart(5, '0')}`, host: null, epoch: null },
      ...{ state: 'wrong', why: 'x', conditions: 2, complete: '2026-06-01T00:00:00.000Z', as_of: null },
    })
    const now = Date.parse('2026-06-02T00:00:00.000Z')
    gauges.describe(
      Array.from({ length: MOST_TENANTS + 3 }, (_, index) => standing(index)),
      now,
    )
    const lines = (await registry.metrics()).split('\n')
    const counted = lines.filter(line => line.startsWith('docvault_tenant_conditions{'))
    expect(counted).toHaveLength(MOST_TENANTS + 1)
    expect(counted).toContain('docvault_tenant_conditions{tenant="_others"} 6')
    expect(lines).toContain('docvault_tenant_last_complete_age_seconds{tenant="_others"} 86400')
    gauges.describe([standing(1)], now)
    expect((await registry.metrics()).match(/^docvault_tenant_conditions\{/gm)).toHaveLength(1)
  })

  test('the dashboard and the alert rules use only metrics that exist', () => {
    const known = makeMetrics({ version: 'test', isDetailed: () => true }).names()
    for (const file of ['deploy/grafana/docvault.json', 'deploy/alerts/docvault.yaml']) {
      const used = [...readFileSync(join(root, file), 'utf8').matchAll(/\bdocvault_[a-z0-9_]+/g)].map(
        ([name]) => name,
      )
      expect(used.length).toBeGreaterThan(5)
      expect([file, used.filter(name => !known.includes(name))]).toEqual([file, []])
    }
  })
})
