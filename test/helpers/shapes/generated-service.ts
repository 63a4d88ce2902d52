/**
 * A service that answers every read of a version with what its shapes allow, over HTTP. Lists end, a list has what can
 * be asked for by its id, a revision has its pages; a write is refused.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { makeRandom } from '../../../src/emulator/state/random.ts'
import { listen } from '../forwarding.ts'
import { alternativesOf } from './alternatives.ts'
import {
  type Fields,
  type GeneratedCompany,
  generateCompany,
  objectOf,
  type Params,
  POOLED,
} from './generated-company.ts'
import { contentAnswer } from './generated-content.ts'
import type { Operation, Service } from './service.ts'
import type { Shape } from './shape.ts'

export interface GeneratedService {
  url: string
  organization: string
  /** By operation and target: everything that was answered with 200. */
  answered: ReadonlyMap<string, unknown>
}

export async function startGeneratedService(service: Service, seed: number): Promise<GeneratedService> {
  const answered = new Map<string, unknown>()
  const state: { company?: GeneratedCompany } = {}
  const origin = await listen(async (request, response) => {
    if (state.company) handle({ service, seed, company: state.company, answered }, request, response)
    else response.destroy()
  })
  state.company = generateCompany(service, seed, origin)
  return { url: `${origin}/v1`, organization: state.company.organization, answered }
}

export interface Serving {
  service: Service
  seed: number
  company: GeneratedCompany
}

function handle(
  serving: Serving & { answered: Map<string, unknown> },
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service')
  const [, file] = /^\/files\/(.+)$/.exec(pathname) ?? []
  if (file !== undefined) {
    response.end(file)
    return
  }
  const target = pathname.replace(/^\/v1/, '')
  const answer = request.method === 'GET' ? answerOf(serving, target, searchParams) : null
  if (answer === null) {
    const body = { error: { code: 404, message: 'not found' } }
    response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    return
  }
  serving.answered.set(`${answer.operation} ${request.url}`, answer.body)
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
}

/** Null: there is no such operation, or no such thing. */
function answerOf(serving: Serving, target: string, query: URLSearchParams) {
  const operation = serving.service.operation('GET', target)
  const shape = operation?.answers.get(200) ?? null
  if (operation === null || shape === null) return null
  const params = paramsOf(operation, target)
  const body = answerTo(serving, operation, shape, params, Object.fromEntries(query))
  return body === null ? null : { operation: operation.name, body }
}

function paramsOf({ path }: Operation, target: string): Params {
  const values = target.split('/')
  return Object.fromEntries(
    path.split('/').flatMap((part, at) => {
      const [, name] = /^\{(\w+)\}$/.exec(part) ?? []
      return name === undefined ? [] : [[name, decodeURIComponent(values[at] ?? '')]]
    }),
  )
}

/** Null: there is no such thing. */
function answerTo(
  serving: Serving,
  operation: Operation,
  shape: Shape,
  params: Params,
  query: Params,
): unknown {
  const { service, company } = serving
  const content = contentAnswer(serving, operation, params, query)
  if (content !== undefined) return content
  const items = itemsOf(serving, operation, shape, params, query)
  const whole = () => company.answer(placeOf(operation, params), shape, params)
  if (items !== null)
    return { ...fieldsOf(whole()), next: undefined, ...listed(serving, operation, params, query, items) }
  if (operation.name === 'listOrganizationStyleguides') {
    const { styleguides, ...rest } = fieldsOf(whole())
    return { ...rest, styleguides: Array.isArray(styleguides) ? distinct(styleguides) : [] }
  }
  const last = /\{(\w+)\}$/.exec(operation.path)?.[1]
  const id = last === undefined ? undefined : params[last]
  if (operation.name === 'getOrganizationsForEmailDomain')
    return { organizations: [company.thing(service.named('Organization'), company.organization, {})] }
  if (operation.name === 'getAuthenticatedUser') return company.thing(shape, 'user0', {})
  const thing = id === undefined ? null : company.thing(shape, id, params)
  if (thing !== null) return thing
  return whole()
}

/** Null: it is no list. */
function itemsOf(
  { service, company }: Serving,
  operation: Operation,
  shape: Shape,
  params: Params,
  query: Params,
): readonly unknown[] | null {
  const [list] = alternativesOf(service, shape)
  const items = list?.is === 'record' ? list.fields.get('items')?.shape : undefined
  if (items === undefined || list?.is !== 'record' || !list.fields.has('next')) return null
  const [each] = alternativesOf(service, items)
  if (each?.is !== 'list') return null
  const object = alternativesOf(service, each.of).map(objectOf)[0] ?? null
  if (object === 'organization') return [company.thing(each.of, company.organization, {})]
  const pool = POOLED.get(object ?? '')
  if (pool) {
    const all = company.pool(pool).map(id => company.thing(each.of, id, {}))
    return params.collectionId ? all.filter(one => fieldsOf(one).parent === params.collectionId) : all
  }
  const drawn = company.answer(`items of ${placeOf(operation, params)}`, items, params)
  const all = Array.isArray(drawn) ? distinct(drawn) : []
  return query.status === undefined ? all : all.filter(one => isAskedFor(fieldsOf(one).status, query.status))
}

/** `all` is everything; what has no status is in every list. */
function isAskedFor(status: unknown, asked: string | undefined): boolean {
  return asked === 'all' || status === undefined || status === asked
}

function listed(
  { seed }: Serving,
  operation: Operation,
  params: Params,
  query: Params,
  items: readonly unknown[],
): Fields {
  const random = makeRandom(seed, `pages of ${placeOf(operation, params)}`)
  const count = { count: random.next() < 0.5 ? items.length : undefined }
  if (items.length < 2 || random.next() < 0.5) return { items, ...count }
  return query.page === 'second'
    ? { items: items.slice(1), ...count }
    : { items: items.slice(0, 1), next: { page: 'second' }, ...count }
}

function placeOf({ name }: Operation, params: Params): string {
  return `${name} ${JSON.stringify(params)}`
}

/** What a list says of somebody or something, it says once. */
function distinct(items: readonly unknown[]): unknown[] {
  return [...new Map(items.map(item => [identityOf(item), item])).values()]
}

const WHO = ['user', 'team', 'space', 'site', 'member', 'organization', 'integration']

function identityOf(item: unknown): string {
  const fields = fieldsOf(item)
  if (typeof fields.id === 'string') return fields.id
  const who = WHO.find(name => typeof fieldsOf(fields[name]).id === 'string')
  return who === undefined ? JSON.stringify(item) : `${who} ${String(fieldsOf(fields[who]).id)}`
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}
