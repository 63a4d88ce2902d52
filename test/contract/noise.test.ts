/** Of every kind: noise on what its declaration calls noise never makes a version, and every other change does. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../src/model/digest.ts'
import { type Normalisation, normalise } from '../../src/model/normalise.ts'
import { resources } from '../../src/resources/index.ts'
import { makeCompany } from '../helpers/company.ts'
import { besideCases } from './kind-cases/beside.ts'
import { ALSO_READ, keptCases } from './kind-cases/kept.ts'
import { write } from './kind-cases/kind-case.ts'
import { linkedCases } from './kind-cases/linked.ts'

type Path = readonly string[]
const SAMPLES = 4
const samples = new Map<string, unknown[]>()

/** First: the others look at what it finds. */
test('a company has all kinds', { timeout: 60_000 }, async () => {
  const rich = { sites: 4, comments: 20, changeRequests: 16 }
  for (const profile of ['full', 'current', 'document'] as const) {
    const company = await makeCompany({ ...rich, profile })
    await write(company, 'PATCH', '', { title: 'So that there is an event' })
    if (profile === 'current') {
      await grantOnSites(company)
      for (const one of Object.values({ ...besideCases, ...keptCases, ...linkedCases }))
        await one.prepare?.(company)
    }
    if (profile === 'full') await installOnSite(company)
    await company.backUp({}, { env: ALSO_READ })
    for (const { kind } of resources) {
      const rows = [...company.vault().resources(1, { kind })].slice(0, SAMPLES)
      const known = samples.get(kind) ?? []
      samples.set(kind, [...known, ...rows.map(row => company.vault().readJson(row))])
    }
  }
  expect(resources.filter(({ kind }) => samples.get(kind)?.length === 0).map(one => one.kind)).toEqual([])
})

describe.each(resources.map(one => [one.kind, one] as const))('kind %s', (kind, rules) => {
  test('noise changes nothing', () => {
    expect(samples.get(kind)).not.toHaveLength(0)
    for (const sample of samples.get(kind) ?? []) {
      const before = meaningOf(sample, rules)
      fc.assert(
        fc.property(fc.jsonValue({ maxDepth: 2 }), fc.string(), (noise, word) => {
          expect(meaningOf(noisy(sample, [], rules, noise, word), rules)).toBe(before)
        }),
        { numRuns: 10 },
      )
    }
  })

  test('whatever else changes is a change', () => {
    for (const sample of samples.get(kind) ?? []) {
      const before = meaningOf(sample, rules)
      for (const path of leavesOf(sample, [])) {
        const changed = changedAt(sample, path)
        const isNoise = isCovered(sample, path, rules)
        expect(meaningOf(changed, rules) === before, path.join('.')).toBe(isNoise)
      }
    }
  })
})

async function grantOnSites(company: Parameters<typeof write>[0]): Promise<void> {
  const list = async (path: string) => Object(await write(company, 'GET', path)).items
  const [site] = await list('sites')
  const body = {
    role: 'edit',
    users: [(await list('members'))[1].id],
    teams: [(await list('teams'))[0].id],
  }
  for (const place of [`sites/${site.id}`, `/spaces/${(await list('spaces'))[0].id}`])
    await write(company, 'POST', `${place}/permissions`, body)
}

async function installOnSite(company: Parameters<typeof write>[0]): Promise<void> {
  const list = async (path: string) => Object(await write(company, 'GET', path)).items
  const [{ installation, integration }] = await list('installations')
  const [site] = await list('sites')
  await write(company, 'POST', `sites/${site.id}/section-groups`, { title: 'Extra' })
  await write(company, 'POST', `/integrations/${integration.name}/installations/${installation.id}/sites`, {
    siteId: site.id,
  })
}

function meaningOf(value: unknown, rules: Normalisation): string {
  return canonicalJson(normalise(value, rules))
}

function noisy(value: unknown, path: Path, rules: Normalisation, noise: unknown, word: string): unknown {
  if (Array.isArray(value)) {
    const items = value.map(item => noisy(item, [...path, '*'], rules, noise, word))
    return isAt(path, rules.unordered) ? items.toReversed() : items
  }
  if (typeof value === 'string' && isAt(path, rules.addresses))
    return `${value.split('?')[0]}?token=${encodeURIComponent(word)}`
  if (typeof value !== 'object' || value === null) return value
  if (path.length > 0 && 'id' in value && isAt(path, rules.embedded))
    return { id: value.id, [`x${word}`]: noise }
  const members = Object.entries(value).map(([key, member]) => [
    key,
    noisy(member, [...path, key], rules, noise, word),
  ])
  const added = namesBelow(path, rules.volatile).map(name => [name, noise])
  return {
    ...Object.fromEntries(members),
    ...defaultsBelow(value, path, rules),
    ...Object.fromEntries(added),
  }
}

/** Names that the patterns call noise in an object at the path. */
function namesBelow(path: Path, patterns: readonly string[]): string[] {
  return patterns.flatMap(pattern => {
    const parts = pattern.replace('**.', '').split('.')
    const name = parts.pop() ?? '*'
    const above = [pattern.startsWith('**.') ? '**' : '', ...parts].filter(Boolean).join('.')
    const stands = above === '' ? path.length === 0 : above === '**' || matches(path, above)
    return stands && name !== '*' ? [name] : []
  })
}

function defaultsBelow(value: object, path: Path, { defaults = {} }: Normalisation): object {
  const missing = Object.entries(defaults).flatMap(([pattern, member]) => {
    const parts = pattern.split('.')
    const name = parts.pop() ?? ''
    return parts.join('.') === path.join('.') && !(name in value) ? [[name, member]] : []
  })
  return Object.fromEntries(missing)
}

function isAt(path: Path, patterns: readonly string[] | undefined): boolean {
  return patterns?.some(pattern => matches(path, pattern)) ?? false
}

function matches(path: Path, pattern: string): boolean {
  const parts = pattern.replace('**.', '').split('.')
  if (pattern.startsWith('**.') ? path.length < parts.length : path.length !== parts.length) return false
  const tail = path.slice(-parts.length)
  return parts.every((part, index) => part === '*' || part === tail[index])
}

function* leavesOf(value: unknown, path: Path): Generator<Path> {
  if (typeof value !== 'object' || value === null) {
    if (value !== null && value !== undefined) yield path
    return
  }
  for (const [key, member] of Object.entries(value)) yield* leavesOf(member, [...path, key])
}

function changedAt(value: unknown, [first, ...rest]: Path): unknown {
  if (first === undefined)
    return typeof value === 'string' ? `other ${value}` : value === 'other' ? 'another' : 'other'
  if (Array.isArray(value)) return value.with(Number(first), changedAt(value[Number(first)], rest))
  return { ...Object(value), [first]: changedAt(Object(value)[first], rest) }
}

/** By its own pattern or by one of something above; or because only the id of what it stands in counts. */
function isCovered(sample: unknown, path: Path, rules: Normalisation): boolean {
  let value = sample
  const at: string[] = []
  for (const [depth, key] of path.entries()) {
    at.push(Array.isArray(value) ? '*' : key)
    value = Object(value)[key]
    if (isAt(at, rules.volatile)) return true
    const hasId = typeof value === 'object' && value !== null && 'id' in value
    if (isAt(at, rules.embedded) && hasId) return path[depth + 1] !== 'id' || path.length > depth + 2
  }
  return false
}
