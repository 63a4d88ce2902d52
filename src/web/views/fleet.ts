/** Every platform of every host, those that need somebody first; the tenants that they are of; and the hosts. */
import { html } from 'hono/html'
import { ofTenants } from '../../fleet/answer.ts'
import { DocvaultError } from '../../model/errors.ts'
import { formatAge, formatBytes } from '../../model/format.ts'
import { plural } from '../../model/plural.ts'
import { FLEET, fleetAddress } from '../addresses.ts'
import { pager } from '../html/pager.ts'
import { empty, moment, words } from '../html/words.ts'
import { numberIn } from '../reading/asked.ts'
import type { WebFleet } from '../source.ts'
import { type Html, view } from '../view.ts'

const MOST_ROWS = 100

type Standing = WebFleet['platforms'][number]

interface TenantLine {
  tenant: string
  platforms: number
  /** How many of them are not well. */
  need: number
  worst: Standing['state']
}

export const fleet = view({
  path: FLEET,
  read(asked) {
    const { tenants } = asked.visitor
    if (tenants?.length === 0)
      throw new DocvaultError('forbidden', 'the fleet is of whole platforms, of which you may see a part', {
        hint: 'somebody who sees every organization, or all of a tenant, may look',
      })
    const found = ofTenants(
      asked.source.fleet() ?? { host: null, hosts: [], platforms: [], places: [] },
      tenants,
    )
    const tenant = asked.query('tenant') ?? ''
    const all = found.platforms.filter(standing => tenant === '' || standing.tenant === tenant)
    const from = numberIn(asked, 'from') ?? 0
    return {
      ...{ tenant, from, total: all.length, host: found.host },
      platforms: all.slice(from, from + MOST_ROWS),
      tenants: tenantsOf(found.platforms),
      hosts: found.hosts,
    }
  },
  page({ tenant, from, total, host, platforms, tenants, hosts }, asked) {
    const now = asked.source.now()
    const timezone = asked.source.platforms()[0]?.timezone ?? 'UTC'
    const nothing =
      tenant === ''
        ? empty(
            'No daemon says how platforms stand.',
            'This page is a daemon’s: docvault web has none of it.',
          )
        : empty('Nothing is of this tenant.', html`<a href="${FLEET}">All tenants</a>`)
    const rows = platforms.map(standing => rowOf(standing, { hosts, timezone }))
    const chosen =
      tenant === '' ? '' : html`<p>Of the tenant ${words(tenant)}. <a href="${FLEET}">All tenants</a></p>`
    const body = html`<h1>Fleet</h1>${chosen}
${rows.length === 0 ? nothing : html`<div class="scroll"><table class="rows"><thead><tr><th>platform</th><th>tenant</th><th>state</th><th>why</th><th>newest complete</th><th>host</th></tr></thead><tbody>${rows}</tbody></table></div>`}
${pager({ from, shown: rows.length, total, most: MOST_ROWS, addressFrom: start => fleetAddress({ tenant, from: start }), words: ['worse', 'better'] })}
${tenant === '' && tenants.length > 1 ? tenantList(tenants) : ''}
${host === null ? '' : hostList(hosts, { here: host, now })}`
    return { title: 'Fleet', crumbs: [], body }
  },
})

/** Platforms are worst first, and so the first of a tenant is its worst. */
function tenantsOf(platforms: readonly Standing[]): TenantLine[] {
  const groups = Map.groupBy(platforms, ({ tenant }) => tenant ?? '')
  return [...groups].flatMap(([tenant, own]): TenantLine[] => {
    const [worst] = own
    if (tenant === '' || worst === undefined) return []
    const need = own.filter(({ state }) => state !== 'well').length
    return [{ tenant, platforms: own.length, need, worst: worst.state }]
  })
}

function rowOf(
  { platform, tenant, host, state, why, complete, as_of: asOf }: Standing,
  { hosts, timezone }: { hosts: WebFleet['hosts']; timezone: string },
): Html {
  const name = hosts.find(({ id }) => id === host)?.name ?? host
  const since = complete === null ? '' : moment(complete, timezone)
  const then =
    state === 'away' && asOf !== null ? html` <span class="soft">as of ${moment(asOf, timezone)}</span>` : ''
  const of = tenant === null ? '' : html`<a href="${fleetAddress({ tenant })}">${words(tenant)}</a>`
  return html`<tr><td>${words(platform)}</td><td>${of}</td><td>${stateWord(state)}</td><td>${words(why ?? '')}</td><td data-name="newest complete">${since}${then}</td><td data-name="host">${name === null ? '' : words(name)}</td></tr>
`
}

function stateWord(state: Standing['state']): Html {
  return html`<span class="state ${COLORS[state]}">${state}</span>`
}

const COLORS: Readonly<Record<Standing['state'], string>> = {
  away: 'failed',
  nowhere: 'failed',
  wrong: 'failed',
  unprotected: 'partial',
  unknown: 'partial',
  well: 'complete',
}

function tenantList(tenants: readonly TenantLine[]): Html {
  const rows = tenants.map(
    ({ tenant, platforms, need, worst }) =>
      html`<tr><td><a href="${fleetAddress({ tenant })}">${words(tenant)}</a></td><td>${plural(platforms, 'platform')}</td><td data-name="need somebody">${need === 0 ? 'none' : String(need)}</td><td data-name="worst">${stateWord(worst)}</td></tr>
`,
  )
  return html`<section><h2>Tenants</h2><div class="scroll"><table class="rows"><thead><tr><th>tenant</th><th>has</th><th>need somebody</th><th>worst</th></tr></thead><tbody>${rows}</tbody></table></div></section>`
}

function hostList(hosts: WebFleet['hosts'], { here, now }: { here: string; now: number }): Html {
  const rows = hosts.map(({ id, name, vaults, free_bytes: free, version, seen, away }) => {
    const age = formatAge(Math.max(0, now - Date.parse(seen)))
    const state = away
      ? html`<span class="state failed">away</span>`
      : html`<span class="state complete">there</span>`
    return html`<tr><td>${words(name)}${id === here ? ' (this one)' : ''}</td><td>${state}</td><td data-name="seen">${age}</td><td>${plural(vaults, 'vault')}</td><td data-name="free">${free === null ? 'not known' : formatBytes(free)}</td><td data-name="version">${words(version)}</td></tr>
`
  })
  return html`<section><h2>Hosts</h2><div class="scroll"><table class="rows"><thead><tr><th>host</th><th>state</th><th>seen</th><th>has</th><th>free</th><th>version</th></tr></thead><tbody>${rows}</tbody></table></div></section>`
}
