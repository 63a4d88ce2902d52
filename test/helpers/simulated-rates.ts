/** Hosts that share a rate, in simulated time: what each starts and when, with a Redis that can be away. */
import {
  LONGEST_AHEAD_MS,
  type RateGrant,
  type RateStore,
  type RateWish,
} from '../../src/fleet/rate-store.ts'
import { SharedSlots } from '../../src/fleet/shared-slots.ts'

/** The script of the store, once more: held against it by rate-store.test.ts. */
export class SimulatedStore implements RateStore {
  readonly #next = new Map<string, number>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  async take(token: string, { spacingMs, count, aheadMs }: RateWish): Promise<RateGrant> {
    const now = this.#now()
    const known = this.#next.get(token) ?? 0
    const begin = known < now || known > now + LONGEST_AHEAD_MS + spacingMs ? now : known
    const granted =
      begin > now + aheadMs ? 0 : Math.min(count, Math.floor((now + aheadMs - begin) / spacingMs) + 1)
    this.#next.set(token, begin + granted * spacingMs)
    return { inMs: granted === 0 ? begin - now - aheadMs : begin - now, granted }
  }
}

export interface SimulatedHost {
  /** Requests that it wants from each second on, which wait for their turn. */
  wanted: readonly number[]
  /** So many hosts; without it as many as there are. */
  knowsOf?: number
}

export interface Simulation {
  hosts: readonly SimulatedHost[]
  requestsPerMinute: number
  seconds: number
  /** Redis does not answer in these seconds. */
  away?: readonly number[]
}

const STEP_MS = 5

/** For each host, when its requests started. Milliseconds. */
export async function simulate({
  hosts,
  requestsPerMinute,
  seconds,
  away = [],
}: Simulation): Promise<number[][]> {
  let now = 0
  const timers = new Set<{ at: number; end: () => void }>()
  const store = new SimulatedStore(() => now)
  const random = makeRandom()
  const isAway = () => away.includes(Math.floor(now / 1000))
  const reachable: RateStore = {
    take: (token, wish) => (isAway() ? new Promise(() => {}) : store.take(token, wish)),
  }
  const timeout = (ms: number) =>
    new Promise<never>((_, reject) => void timers.add({ at: now + ms, end: () => reject(new Error('late')) }))
  const running = hosts.map(({ wanted, knowsOf = hosts.length }) => ({
    wanted,
    left: 0,
    starts: [] as number[],
    slots: new SharedSlots({
      store: reachable,
      token: 'token',
      requestsPerMinute,
      now: () => now,
      random,
      timeout,
      hosts: () => knowsOf,
    }),
  }))
  for (; now < seconds * 1000; now += STEP_MS) {
    for (const timer of timers) if (timer.at <= now && timers.delete(timer)) timer.end()
    for (const host of running) {
      if (now % 1000 === 0) host.left += host.wanted[now / 1000] ?? 0
      while (host.left > 0 && host.slots.blockedForMs() === 0) {
        host.slots.start()
        host.starts.push(now)
        host.left--
      }
    }
    for (let turn = 0; turn < 6; turn++) await Promise.resolve()
  }
  return running.map(({ starts }) => starts)
}

/** The same in each run: xorshift. */
function makeRandom(): () => number {
  let state = 42
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

/** Most starts in a minute, wherever it begins. */
export function mostInMinute(starts: readonly number[]): number {
  const sorted = starts.toSorted((a, b) => a - b)
  let [most, first] = [0, 0]
  for (const [index, start] of sorted.entries()) {
    while ((sorted[first] ?? 0) <= start - 60_000) first++
    most = Math.max(most, index - first + 1)
  }
  return most
}
