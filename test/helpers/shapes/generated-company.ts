/**
 * A company drawn from the shapes of a version, the same for the same seed: whatever is shown in two places is the same
 * thing, what a list has can be asked for, and what stands in something says so.
 */
import { makeRandom } from '../../../src/emulator/state/random.ts'
import { type Alternative, alternativesOf } from './alternatives.ts'
import { draw } from './draw.ts'
import type { Service } from './service.ts'
import type { Record_, Shape } from './shape.ts'

export type Params = Readonly<Record<string, string>>
export type Fields = Readonly<Record<string, unknown>>

export interface GeneratedCompany {
  organization: string
  /** Ids of what the organization has of its own. */
  pool(object: Pooled): readonly string[]
  /** An answer of that shape, the same whenever the same place is asked. */
  answer(place: string, shape: Shape, params: Params): unknown
  /** The thing with that id, the same wherever it is shown; null where the shape is of no such thing. */
  thing(shape: Shape, id: string, params: Params): unknown
}

/** What is shown in many places, by the word that the service gives it: how many there are, at the least and the most. */
const POOLS = { user: [1, 3], team: [0, 2], space: [1, 2], collection: [0, 2], site: [0, 1] } as const
type Pooled = keyof typeof POOLS

/** The pool in which a thing is: a member is a user. */
export const POOLED: ReadonlyMap<string, Pooled> = new Map([
  ['user', 'user'],
  ['member', 'user'],
  ['team', 'team'],
  ['space', 'space'],
  ['collection', 'collection'],
  ['site', 'site'],
])

const FUTURE = 0.03
/** Records drawn in full in one thing. */
const LARGEST = 60

interface Making {
  service: Service
  seed: number
  /** Where files are downloaded from. */
  origin: string
  organization: string
  made: Map<string, unknown>
  numbers: Map<Record_, number>
}

export function generateCompany(service: Service, seed: number, origin: string): GeneratedCompany {
  const organization = `organization${seed}`
  const making: Making = { service, seed, origin, organization, made: new Map(), numbers: new Map() }
  return {
    organization,
    pool: object => poolOf(making, object),
    answer: (place, shape, params) =>
      once(making, place, () => drawAt(making, place, shape, { params, self: null })),
    thing: (shape, id, params) => {
      const records = alternativesOf(service, shape).filter(one => one.is === 'record' && isThing(one))
      const record = records[makeRandom(seed, `form of ${id}`).integer(records.length)]
      return record?.is === 'record' ? thingOf(making, record, id, params) : null
    },
  }
}

function poolOf({ seed }: Making, object: Pooled): string[] {
  const [least, most] = POOLS[object]
  const size = least + makeRandom(seed, `how many of ${object}`).integer(most - least + 1)
  return Array.from({ length: size }, (_, at) => `${object}${at}`)
}

function once(making: Making, key: string, make: () => unknown): unknown {
  if (!making.made.has(key)) making.made.set(key, make())
  return making.made.get(key)
}

function thingOf(making: Making, record: Record_, id: string, params: Params): unknown {
  const number = making.numbers.get(record) ?? making.numbers.size
  making.numbers.set(record, number)
  const object = objectOf(record) ?? ''
  const key = `${object} ${id} as ${number}`
  const inside = { ...params, [`${object}Id`]: id }
  return once(making, key, () => drawAt(making, key, record, { params: inside, self: id }))
}

/** `self`: the id of the thing that the outermost record is. */
function drawAt(
  making: Making,
  place: string,
  shape: Shape,
  inside: { params: Params; self: string | null },
): unknown {
  const { service, seed, origin } = making
  let { self } = inside
  let count = 0
  const settle = (record: Record_) => {
    const object = objectOf(record)
    const ties = tiesOf(making, record, `${place} ${count++}`, inside.params)
    if (!isThing(record)) return { fields: ties }
    if (self === null) {
      const id = idFor(making, object ?? '', place, count)
      return { whole: thingOf(making, record, id, inside.params) }
    }
    const own = { ...ties, id: self, ...ownOf(making, record, self) }
    self = null
    return { fields: own }
  }
  const random = makeRandom(seed, place)
  return draw({ service, random, origin, left: LARGEST, future: FUTURE, settle }, shape)
}

function isThing(one: Alternative): boolean {
  return one.is === 'record' && objectOf(one) !== null && one.fields.has('id')
}

function idFor(making: Making, object: string, place: string, count: number): string {
  if (object === 'organization') return making.organization
  const pool = POOLED.get(object)
  if (pool === undefined) return `${object}-${makeRandom(making.seed, `${place} ${count}`).text(8)}`
  const ids = poolOf(making, pool)
  return ids[makeRandom(making.seed, `which ${place} ${count}`).integer(ids.length)] ?? `${pool}0`
}

/** Names of what is above, and addresses that are served. */
function tiesOf(making: Making, record: Record_, place: string, params: Params): Fields {
  const { fields } = record
  const has = (name: string) => fields.get(name)?.shape.is === 'text'
  const name = makeRandom(making.seed, place).text(12)
  const file = `file${name}`
  const ids = [...fields.keys()].filter(
    one => /^(id|documentId|revision\w*|integration|installation)$/.test(one) && has(one),
  )
  const named = objectOf(record) === 'integration' ? ['name'] : []
  return {
    ...Object.fromEntries([...ids, ...named].map(one => [one, `${one}${name}`])),
    ...(has('subdomain') && params.subdomain ? { subdomain: params.subdomain } : {}),
    ...(has('organization') ? { organization: making.organization } : {}),
    ...(has('space') ? { space: params.spaceId ?? 'space0' } : {}),
    ...(has('changeRequest') && params.changeRequestId ? { changeRequest: params.changeRequestId } : {}),
    ...(has('site') ? { site: params.siteId ?? 'site0' } : {}),
    ...(has('downloadURL') ? { downloadURL: `${making.origin}/files/${file}`, size: file.length } : {}),
  }
}

/** What only the thing itself can say. */
function ownOf(making: Making, record: Record_, id: string): Fields {
  switch (objectOf(record)) {
    case 'space': {
      const collections = poolOf(making, 'collection')
      const parent = collections[makeRandom(making.seed, `parent of ${id}`).integer(collections.length + 1)]
      return { revision: `revision.${id}`, deletedAt: undefined, parent }
    }
    case 'change-request':
      return { revision: `revision.${id}` }
    case 'collection':
      return { parent: undefined }
    case 'site':
      return { siteSpaces: 0 }
    case 'openapi-spec':
      return { slug: id }
    case 'site-space':
      return { section: undefined }
    case 'site-section':
      return { sectionGroup: undefined }
    case 'member': {
      const shape = record.fields.get('user')?.shape
      const [user] = shape ? alternativesOf(making.service, shape) : []
      return user?.is === 'record' ? { user: thingOf(making, user, id, {}) } : {}
    }
    default:
      return {}
  }
}

/** The word by which a thing says what it is. */
export function objectOf(one: Alternative): string | null {
  const shape = one.is === 'record' ? one.fields.get('object')?.shape : undefined
  return shape?.is === 'literal' && typeof shape.value === 'string' ? shape.value : null
}
