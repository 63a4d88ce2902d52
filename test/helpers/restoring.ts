/** Restores of a company's snapshots into an emulator of their own. */

import { onTestFinished } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import { type PlanWish, type RestoreAnswer, type RestoreData, restore } from '../../jobs/restore.ts'
import type { Emulator } from '../../src/emulator/handle.ts'
import type { EmulatorOptions } from '../../src/emulator/options.ts'
import type { RestoreEvent } from '../../src/restore/restoring.ts'
import type { StoredResource, Vault } from '../../src/vault/vault.ts'
import { asKind } from './as-kind.ts'
import type { Company } from './company.ts'
import { startJudged } from './judged-emulator.ts'

export interface Target {
  emulator: Emulator
  /** Id of the organization restored into. */
  organization: string
  env: Record<string, string>
  plan(snapshot: string, request?: Partial<NonNullable<PlanWish['request']>>): Promise<RestoreAnswer>
  apply(snapshot: string, request?: Partial<NonNullable<PlanWish['request']>>): Promise<RestoreAnswer>
  run(data: RestoreData, watch?: Watch): Promise<RestoreAnswer>
}

interface Watch {
  signal?: AbortSignal
  report?: (event: RestoreEvent) => void
}

let seeds = 1000

/** A fresh, empty organization; where no operation creates a space, with one empty space to duplicate. */
export async function restoreInto(company: Company, options: EmulatorOptions = {}): Promise<Target> {
  // Another seed each time: no two platforms give out the same ids.
  seeds++
  const emulator = await startJudged({ seed: seeds, members: 1, teams: 0, ...options })
  onTestFinished(() => emulator.close())
  const organization = emulator.create('organization', { title: 'Scratch' })
  if (options.profile === 'document') emulator.create('space', { title: 'Template', organization })
  const env = {
    ...company.env,
    DOCVAULT_PLATFORM_URL: emulator.url,
    DOCVAULT_PLATFORM_TOKEN: emulator.token,
  }
  return targetOf(emulator, env, organization, company.emulator.organization)
}

/** The company's own organization. */
export function restoreHome(company: Company): Target {
  const { emulator, env } = company
  return targetOf(emulator, env, emulator.organization, emulator.organization)
}

function targetOf(emulator: Emulator, env: Record<string, string>, to: string, from: string): Target {
  const run: Target['run'] = (data, { signal, report = () => {} } = {}) =>
    restore.run({ config: loadConfig({ env }), signal, report }, data)
  const plan: Target['plan'] = (snapshot, request = {}) =>
    run({ action: 'plan', snapshot, from, request: { onConflict: 'skip', to, ...request } })
  const apply: Target['apply'] = async (snapshot, request) => {
    const planned = await plan(snapshot, request)
    if (planned.plan === null) throw new Error('there is no plan')
    return run({ action: 'apply', plan: planned.plan })
  }
  return { emulator, organization: to, env, run, plan, apply }
}

/** What stands in the organization restored into, without ids, dates and numbers that count what was tried. */
export function comparable({ emulator, organization }: Target): unknown {
  return comparableState(emulator.state(), organization)
}

export function comparableState(whole: unknown, organization: string): unknown {
  const state = JSON.parse(JSON.stringify(whole))
  const inside = (one: { organization?: string; id?: string }) =>
    one.organization === organization || one.id === organization
  const parts = {
    organizations: state.organizations.filter(inside),
    collections: state.collections.filter(inside),
    spaces: state.spaces.filter(inside),
  }
  const ids = new Map<string, string>()
  collectIds(parts, ids)
  return withoutIds(parts, ids)
}

const NOISE = new Set([
  'createdAt',
  'hostname',
  'privateKey',
  'updatedAt',
  'updatedBy',
  'postedAt',
  'resolvedAt',
  'joinedAt',
  'lastProcessedAt',
  'lastSeenAt',
  'editedAt',
  'oid',
  'urls',
  'url',
  'downloadURL',
  'computedSeed',
  'revisions',
  'revision',
  'documentId',
  // As the emulator keeps what the site says itself.
  'agent-settings',
])

function collectIds(value: unknown, ids: Map<string, string>): void {
  if (Array.isArray(value)) for (const one of value) collectIds(one, ids)
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) {
      if (/^[A-Za-z0-9]{20}$/.test(key)) ids.set(key, 'id')
      collectIds(inner, ids)
    }
  else if (typeof value === 'string' && /^[A-Za-z0-9]{20}$/.test(value)) ids.set(value, 'id')
}

/** Lists in which only ids differ are in the order of what they say. */
function withoutIds(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string')
    return [...ids.keys()]
      .reduce((text, id) => text.replaceAll(id, 'id'), value)
      .replace(/\?alt=media&token=.*$/, '')
      .replace(/^docvault restore \d+/, 'docvault restore')
  if (Array.isArray(value))
    return value
      .map(one => withoutIds(one, ids))
      .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  if (typeof value !== 'object' || value === null) return value
  // Edits of a contributor are counted whether their answer arrived or not.
  const isNoise = (key: string) => NOISE.has(key) || (key === 'count' && 'actionType' in value)
  const entries = Object.entries(value).filter(([key]) => !isNoise(key))
  return Object.fromEntries(
    entries.map(([key, inner]) => [ids.has(key) ? 'id' : key, withoutIds(inner, ids)]),
  )
}

export function itemsOf(vault: Vault, snapshot: string, kind: string): StoredResource[] {
  return [...vault.resources(vault.resolve(snapshot).snapshot, { kind: asKind(kind) })]
}

export function jsonOf(vault: Vault, resource: StoredResource): Record<string, unknown> {
  return JSON.parse(JSON.stringify(vault.readJson(resource)))
}
