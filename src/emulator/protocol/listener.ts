/**
 * What happens to a request: count, faults, token, rate limit, operation, answer; in this order.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Fault } from '../faults/fault.ts'
import type { FaultTable } from '../faults/fault-table.ts'
import { answerInstead } from '../faults/instead.ts'
import { organizationConcerned, recordEvent } from '../state/audit-event.ts'
import { removeExpiredSpaces } from '../state/deletion.ts'
import { typeSomething } from '../state/edits.ts'
import { editSomething } from '../state/random-edit.ts'
import type { World } from '../state/world.ts'
import { type Answer, answerOfError, errorAnswer } from './answer.ts'
import { DOWNLOAD_PATH, download } from './downloads.ts'
import type { RateLimiter } from './rate-limit.ts'
import { readRequestBody } from './request-body.ts'
import type { RequestLog } from './request-log.ts'
import { changesState } from './route.ts'
import type { Match } from './router.ts'
import { send } from './send.ts'

export interface Service {
  world: World
  match(method: string, path: string): Match | null
  faults: FaultTable
  limiter: RateLimiter
  log: RequestLog
  latencyMs: number
  /** Writes whose answers were lost already. */
  lost: Set<string>
  /** Aborted when the emulator closes. */
  closing: AbortSignal
}

/** One request, taken apart. */
interface Exchange {
  request: IncomingMessage
  path: string
  query: URLSearchParams
  operation: string
  match: Match | null
  /** What a write sent, once it is read. */
  body?: unknown
}

const API_PATH = '/v1'
const DEFAULT_SLOW_MS = 1000

/** Settles when the answer is on its way; rejects only when the emulator closes meanwhile. */
export async function serveRequest(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const exchange = takeApart(service, request)
  service.log.count(exchange.operation)
  const faults = service.faults.take(exchange.operation, request.url ?? '')
  const waitMs = service.latencyMs + slowness(faults)
  if (waitMs > 0) await delay(waitMs, undefined, { signal: service.closing })
  const limit = exchange.path.startsWith(API_PATH) ? service.limiter.take() : { allowed: true, headers: {} }
  const answered = misdelivered(service, exchange, faults)
  const answer = answerInstead(faults) ?? (await answerOf(service, answered, faults, limit.allowed))
  send(response, answer, limit.headers, withLosses(service, exchange, answer, faults))
}

/** A write that succeeded, the first time that it comes in just this form: its answer is lost. */
function withLosses(
  { lost }: Service,
  { request, match, body }: Exchange,
  { status }: Answer,
  faults: readonly Fault[],
): readonly Fault[] {
  if (!faults.some(fault => fault.kind === 'lost-answer')) return faults
  const name = `${request.method} ${request.url} ${JSON.stringify(body)}`
  const isWrite = match !== null && changesState(match.route) && status < 300
  if (!isWrite || lost.has(name)) return faults
  lost.add(name)
  return [...faults, { operation: '*', kind: 'reset' }]
}

/** The exchange that a cache or a proxy took it for. */
function misdelivered(service: Service, exchange: Exchange, faults: readonly Fault[]): Exchange {
  const other = faults.find(({ kind }) => kind === 'misdelivered')?.location
  return other === undefined ? exchange : takeApart(service, exchange.request, other)
}

function takeApart(service: Service, request: IncomingMessage, url = request.url ?? '/'): Exchange {
  const { method = 'GET' } = request
  const cut = url.indexOf('?')
  const path = cut === -1 ? url : url.slice(0, cut)
  const query = parseQuery(cut === -1 ? '' : url.slice(cut + 1))
  if (path.startsWith(DOWNLOAD_PATH)) return { request, path, query, operation: 'download', match: null }
  const match = service.match(method, path)
  return { request, path, query, operation: match?.route.name ?? 'unknown', match }
}

/** Clients write `null` for what is not set; only a text that is searched for may really be that word. */
function parseQuery(text: string): URLSearchParams {
  const query = new URLSearchParams(text)
  if (!text.includes('=null')) return query
  return new URLSearchParams([...query].filter(([name, value]) => value !== 'null' || name === 'query'))
}

function slowness(faults: readonly Fault[]): number {
  return faults.reduce((sum, fault) => sum + (fault.kind === 'slow' ? (fault.ms ?? DEFAULT_SLOW_MS) : 0), 0)
}

async function answerOf(
  service: Service,
  exchange: Exchange,
  faults: readonly Fault[],
  withinLimit: boolean,
): Promise<Answer> {
  const { world } = service
  const { path, query, request, match } = exchange
  try {
    for (const fault of faults) if (fault.kind === 'edit') editSpace(world, fault, match?.params ?? {})
    if (path.startsWith(DOWNLOAD_PATH)) return download(world, path, query, request.headers.range)
    if (!path.startsWith(API_PATH)) return errorAnswer(404, `no such path: ${path}`)
    if (!isAuthorized(service, request)) return errorAnswer(401, 'the API token is missing or invalid')
    if (!withinLimit) return errorAnswer(429, 'too many requests')
    if (match === null) return errorAnswer(404, `no such path: ${path}`)
    removeExpiredSpaces(world)
    return await perform(world, match, exchange)
  } catch (error) {
    return answerOfError(error)
  }
}

/** What changes something leaves an event. */
async function perform(world: World, { route, params }: Match, exchange: Exchange): Promise<Answer> {
  const { query, request } = exchange
  const { headers } = request
  const body = async () => {
    exchange.body = await readRequestBody(request)
    return exchange.body
  }
  const call = { world, operation: route.name, params, query, headers, body }
  if (!changesState(route)) return route.handle(call)
  const organization = organizationConcerned(world, params)
  const answer = await route.handle(call)
  const performed = { name: route.name, params, answered: answer.value }
  if (answer.status < 300) recordEvent(world, organization, performed)
  return answer
}

function isAuthorized({ world, faults }: Service, request: IncomingMessage): boolean {
  return !faults.isRevoked() && request.headers.authorization === `Bearer ${world.token}`
}

/** The space, and the page, that the request is about; any space when it is about none. */
function editSpace(world: World, { structure }: Fault, params: Record<string, string>): void {
  const spaces = [...world.spaces.values()]
  const space = world.spaces.get(params.spaceId ?? '') ?? spaces[world.editing.integer(spaces.length)]
  const edit = structure ? editSomething : typeSomething
  if (space !== undefined) edit(world, space, params.pageId)
}
