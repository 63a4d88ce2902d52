/**
 * An in-memory documentation platform, served over HTTP. Everything it knows is gone when it is closed.
 */
import { UsageError } from '../model/errors.ts'
import { makeControl } from './control/control.ts'
import { describeRevision } from './control/describe-revision.ts'
import { describeState } from './control/describe-state.ts'
import { changeObject, createObject, removeObject } from './control/objects.ts'
import { type Fault, faultSchema } from './faults/fault.ts'
import { type FaultTable, makeFaultTable } from './faults/fault-table.ts'
import { generateCompany } from './generate/company.ts'
import type { Emulator } from './handle.ts'
import { loadSpace } from './load/load-space.ts'
import { type EmulatorOptions, type Settings, settingsOf } from './options.ts'
import { type Service, serveRequest } from './protocol/listener.ts'
import { isOffered } from './protocol/profile.ts'
import { makeRateLimiter } from './protocol/rate-limit.ts'
import { makeRequestLog } from './protocol/request-log.ts'
import type { Route } from './protocol/route.ts'
import { makeRouter } from './protocol/router.ts'
import { type HttpServer, openServer } from './protocol/server.ts'
import { routes } from './routes/index.ts'
import { routesOfLists } from './routes/kept-things.ts'
import { makeClock } from './state/clock.ts'
import { removeExpiredSpaces } from './state/deletion.ts'
import { makeWorld } from './state/make-world.ts'
import { makeRandom } from './state/random.ts'
import type { World } from './state/world.ts'

export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const settings = settingsOf(options)
  const server = await openServer(settings.host, settings.port)
  try {
    return await open(settings, server)
  } catch (error) {
    await server.close()
    throw error
  }
}

async function open(settings: Settings, server: HttpServer): Promise<Emulator> {
  const { profile, seed, serviceVersion, onDisk } = settings
  const clock = makeClock(settings.now)
  const origin = settings.publicUrl ?? server.origin
  const world = makeWorld({ origin, profile, serviceVersion, seed, clock, onDisk })
  const organization = await generateCompany(world, settings)
  const faults = makeFaultTable(makeRandom(seed, 'faults'))
  const served = [...routes, ...routesOfLists(settings.lists)]
  const add = (fault: Fault) => addFault(faults, served, fault)
  settings.faults.forEach(add)
  const closing = new AbortController()
  const offered = offeredBy(settings, served)
  const service: Service = {
    world,
    match: makeRouter(offered),
    faults,
    limiter: makeRateLimiter(clock, settings.rateLimitPerMinute, settings.rateWindowSeconds),
    log: makeRequestLog(),
    latencyMs: settings.latencyMs,
    lost: new Set(),
    closing: closing.signal,
  }
  const offers = offered.map(route => route.name)
  const close = async () => {
    closing.abort()
    await server.close()
  }
  const emulator = makeEmulator(service, { organization, offers, add, close })
  const control = makeControl(emulator, () => faults.list())
  server.serve((request, response) => {
    const done = control.handles(request)
      ? control.serve(request, response)
      : serveRequest(service, request, response)
    done.catch(() => response.destroy())
  })
  return emulator
}

interface Opened {
  organization: string
  offers: readonly string[]
  add(fault: Fault): void
  close(): Promise<void>
}

function makeEmulator(service: Service, { organization, offers, add, close }: Opened): Emulator {
  const { world, log, limiter } = service
  return {
    url: `${world.origin}/v1`,
    token: world.token,
    organization,
    load: makeLoader(world, organization),
    requests: () => log.counts(),
    resetRequests: () => log.reset(),
    rateWindows: () => limiter.windows(),
    ...faultControl(service.faults, add),
    setNow: nowMs => {
      world.clock.set(nowMs)
      removeExpiredSpaces(world)
    },
    patch: (object, id, set) => changeObject(world, { object, id, set }),
    remove: (object, id) => removeObject(world, object, id),
    create: (object, set) => createObject(world, organization, { object, set }),
    actAs: user => {
      world.actor = user ?? world.owner.id
    },
    state: () => ({ ...describeState(world), offers }),
    revision: (space, id) => describeRevision(world, space, id),
    close,
  }
}

/** The operations that this service has. A name that there is not would leave out nothing, and a test prove nothing. */
function offeredBy({ profile, without }: Settings, served: readonly Route[]): Route[] {
  const names = new Set(served.map(route => route.name))
  for (const name of without) if (!names.has(name)) throw new UsageError(`there is no operation ${name}`)
  return served.filter(route => isOffered(route, profile) && !without.has(route.name))
}

function faultControl(
  faults: FaultTable,
  add: (fault: Fault) => void,
): Pick<Emulator, 'fault' | 'clearFaults'> {
  return { fault: add, clearFaults: () => faults.clear() }
}

/** A fault for an operation that does not exist would never come, and a test would prove nothing. */
function addFault(faults: FaultTable, served: readonly Route[], fault: Fault): void {
  const { operation } = fault
  if (!BESIDE_OPERATIONS.includes(operation) && !served.some(route => route.name === operation)) {
    throw new UsageError(`there is no operation ${operation} to go wrong`)
  }
  faults.add(faultSchema.parse(fault))
}

const BESIDE_OPERATIONS: readonly string[] = ['*', 'download', 'unknown']

/** One load at a time: each compares with the revision that is current. */
function makeLoader(world: World, organization: string): Emulator['load'] {
  let last: Promise<unknown> = Promise.resolve()
  return (space, folder) => {
    const next = last.then(() => loadSpace(world, organization, space, folder))
    last = next.catch(() => undefined)
    return next
  }
}
