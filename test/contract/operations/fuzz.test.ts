import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { routes } from '../../../src/emulator/routes/index.ts'
import { type Body, bodies } from './bodies.ts'
import { extensionBodies } from './extension-bodies.ts'
import { type Furnished, startFurnished } from './furnished.ts'
import { brokenIn } from './invariants.ts'
import { serveText } from './source-server.ts'

/** How many sequences; each has up to this many requests. */
const SEQUENCES = Number(process.env.DOCVAULT_FUZZ_SEQUENCES ?? 50)
const LONGEST = 40
const FIRST_SEED = Number(process.env.DOCVAULT_FUZZ_SEED ?? 20_261_121)

/** One request, as numbers that choose among what is there when it is made. */
interface Step {
  route: (typeof routes)[number]
  /** One for each parameter of the path. */
  ids: number[]
  body: { kind: 'good' | 'part' | 'mixed' | 'any' | 'none'; choice: number; json: unknown }
  query: Record<string, string>
}

const words = [
  '',
  'null',
  'true',
  'x',
  '-1',
  '0',
  '1',
  '1001',
  '%',
  'desc',
  'open',
  'markdown',
  '\u0000',
  '🚀',
]
const parameters = [
  'limit',
  'page',
  'order',
  'status',
  'format',
  'query',
  'title',
  'nested',
  'only',
  'evaluated',
]

const step: fc.Arbitrary<Step> = fc.record({
  route: fc.constantFrom(...routes),
  ids: fc.array(fc.nat({ max: 99 }), { minLength: 5, maxLength: 5 }),
  body: fc.record({
    kind: fc.constantFrom('good', 'good', 'good', 'part', 'mixed', 'any', 'none'),
    choice: fc.nat(),
    json: fc.jsonValue({ maxDepth: 3 }),
  }),
  query: fc.dictionary(fc.constantFrom(...parameters), fc.constantFrom(...words), { maxKeys: 2 }),
})

test.each(Array.from({ length: SEQUENCES }, (_, index) => FIRST_SEED + index))(
  'a random sequence of requests leaves a service that is whole (seed %i)',
  async seed => {
    const profile = seed % 2 === 0 ? 'full' : 'current'
    const sequence = fc.array(step, { minLength: 10, maxLength: LONGEST, size: 'max' })
    const property = fc.asyncProperty(sequence, async steps => {
      const service = { ...(await startFurnished({ profile })), source: await serveText('a.md', '# A\n') }
      const known = await knownIds(service)
      for (const one of steps) await take(service, known, one)
      expect(brokenIn(service.emulator.state())).toEqual([])
      await expectGraphs(service)
      await expectCounts(service)
    })
    // Making a failure smaller takes longer than a test may: its sequence has 40 requests at most.
    await fc.assert(property, { seed, numRuns: 1, endOnFailure: true })
  },
)

test('what is broken is noticed', async () => {
  const { emulator, ids } = await startFurnished()
  expect(brokenIn(emulator.state())).toEqual([])
  emulator.remove('collection', String(ids.collectionId))
  expect(brokenIn(emulator.state()).join()).toContain(`parent names ${ids.collectionId}, which is not there`)
})

type Known = Map<string, string[]>

interface Fuzzed extends Furnished {
  /** A page that an import can fetch. */
  source: string
}

async function take(service: Fuzzed, known: Known, { route, ids, body, query }: Step): Promise<void> {
  const search = new URLSearchParams(query).toString()
  const path = placeOf(service, known, route.path, ids) + (search === '' ? '' : `?${search}`)
  const payload = bodyOf(service, route.name, body)
  const sent = payload === undefined ? {} : { body: payload }
  const answer = await service.send({ method: route.method, path, ...sent })
  const told = `${route.name} ${route.method} ${path} ${JSON.stringify(payload)} → ${answer.status} ${answer.text}`
  expect(answer.status, told).toBeLessThan(500)
  if (answer.status >= 400) expect(answer.json, told).toMatchObject({ error: { code: answer.status } })
  else if (answer.status >= 204) expect(answer.text, told).toBe('')
  else expect(answer.json, told).toBeTypeOf('object')
  learn(known, answer.json)
  if (answer.status === 201) learnChild(known, route.path, answer.json)
}

/** Nowhere, where the first things are, or at anything that was seen: mostly the second. */
function placeOf({ ids }: Furnished, known: Known, template: string, choices: readonly number[]): string {
  const inDraft = template.includes('{changeRequestId}') ? 'changeRequest.' : ''
  let used = 0
  return template.replace(/\{(\w+)\+?\}/g, (_, name: string) => {
    const choice = choices[used++ % choices.length] ?? 0
    const first = ids[inDraft + name] ?? ids[name]
    if (choice < 5) return 'nowhere'
    if (choice < 65 && first !== undefined) return encodeURIComponent(first)
    const seen = known.get(name) ?? []
    return encodeURIComponent(seen[choice % (seen.length || 1)] ?? 'nowhere')
  })
}

function bodyOf(service: Fuzzed, operation: string, { kind, choice, json }: Step['body']): unknown {
  const good = goodBodyOf(service, operation)
  if (kind === 'any' || (good === undefined && kind === 'mixed')) return json
  if (kind === 'none' || good === undefined) return undefined
  const fields = Object.keys(good)
  const field = fields[choice % fields.length] ?? ''
  if (kind === 'part') return Object.fromEntries(Object.entries(good).filter(([name]) => name === field))
  return kind === 'mixed' ? { ...good, [field]: json } : good
}

function goodBodyOf(service: Fuzzed, operation: string): Body | undefined {
  if (/^importContent/.test(operation)) return { url: service.source, source: 'markdown' }
  return (bodies[operation] ?? extensionBodies[operation])?.(service)
}

/** Which parameter the id of an object stands for. */
const PARAMETER_OF: Readonly<Record<string, string>> = {
  space: 'spaceId',
  comment: 'commentId',
  'comment-reply': 'commentReplyId',
  'change-request': 'changeRequestId',
  collection: 'collectionId',
  organization: 'organizationId',
  site: 'siteId',
  'site-section': 'siteSectionId',
  'site-section-group': 'siteSectionGroupId',
  'site-space': 'siteSpaceId',
  'share-link': 'shareLinkId',
  member: 'userId',
  user: 'userId',
  team: 'teamId',
  'saml-provider': 'samlProviderId',
  'openapi-spec-version': 'versionId',
  'translation-settings': 'translationSettingsId',
  revision: 'revisionId',
}

async function knownIds(service: Fuzzed): Promise<Known> {
  const known: Known = new Map()
  for (const [name, id] of Object.entries(service.ids)) note(known, name.replace('changeRequest.', ''), id)
  note(known, 'organizationId', service.otherOrganization)
  note(known, 'spaceId', service.secondSpace)
  const revision = await service.content()
  note(known, 'revisionId', revision.id)
  for (const page of revision.pages)
    if (page.documentId !== undefined) note(known, 'documentId', page.documentId)
  for (const { id } of revision.reusableContents) note(known, 'reusableContentId', id)
  return known
}

/** Every object in an answer can be addressed from now on. */
function learn(known: Known, value: unknown): void {
  if (Array.isArray(value)) for (const item of value) learn(known, item)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  const parsed = z.looseObject({ object: z.string(), id: z.string() }).safeParse(value).data
  if (parsed !== undefined) note(known, PARAMETER_OF[parsed.object] ?? 'other', parsed.id)
  for (const one of Object.values(value)) learn(known, one)
}

/** What was made by a POST to a list is found at the list's path and its id. */
function learnChild(known: Known, list: string, value: unknown): void {
  const child = routes.find(
    ({ path }) => path.startsWith(`${list}/{`) && !path.slice(list.length + 2).includes('/'),
  )
  const made = z.looseObject({ id: z.string() }).safeParse(value).data
  if (child !== undefined && made !== undefined) note(known, child.path.slice(list.length + 2, -1), made.id)
}

function note(known: Known, name: string, id: string): void {
  const ids = known.get(name) ?? []
  if (!ids.includes(id) && ids.length < 20) known.set(name, [...ids, id])
}

const revisionSchema = z.looseObject({ id: z.string(), parents: z.array(z.string()) })
const spacesSchema = z.looseObject({
  spaces: z.array(z.looseObject({ id: z.string(), revisions: z.array(z.string()) })),
})

/** Every parent of a revision is an older revision of the same space. */
async function expectGraphs({ emulator, get }: Furnished): Promise<void> {
  for (const { id, revisions } of spacesSchema.parse(emulator.state()).spaces) {
    const older = new Set<string>()
    for (const revision of revisions) {
      const { json } = await get(`/spaces/${id}/revisions/${revision}?computed=false`)
      for (const parent of revisionSchema.parse(json).parents) expect([...older]).toContain(parent)
      older.add(revision)
    }
  }
}

const peopleSchema = z.looseObject({
  organizations: z.array(
    z.looseObject({
      id: z.string(),
      members: z.array(z.looseObject({ id: z.string(), spaces: z.int(), teams: z.int() })),
    }),
  ),
})

/** What a member is said to have is what their lists have. */
async function expectCounts({ emulator, list }: Furnished): Promise<void> {
  for (const { id, members } of peopleSchema.parse(emulator.state()).organizations) {
    for (const member of members) {
      const path = `/orgs/${id}/members/${member.id}`
      expect(await list(`${path}/spaces`, z.unknown())).toHaveLength(member.spaces)
      expect(await list(`${path}/teams`, z.unknown())).toHaveLength(member.teams)
    }
  }
}
