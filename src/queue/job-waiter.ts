/**
 * Waits in Redis until some worker of this process has something to do: one connection and one command for all of them,
 * where each worker of BullMQ by itself would keep a connection and ask every few seconds. What it waits for are the
 * markers that BullMQ sets when a queue has a job.
 *
 * A marker is taken by reading it, so none may be lost: what came for a worker that does not wait just now is kept for it,
 * and what came for a queue that this process has left is put back for whoever serves it by then. When the connection is
 * lost nobody knows what it took along: then every worker looks for itself.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { RedisConnection, RedisConnections } from './connection.ts'

/** Of a sorted set of BullMQ: the time at which a delayed job is due, 0 where there is something to do now. */
export interface Marker {
  member: string
  score: number
}

interface Waiting {
  /** Null: look for yourself. */
  answer(marker: Marker | null): void
  fail(error: Error): void
}

export interface JobWaiterOptions {
  redis: RedisConnections
  /** In front of all keys of ours. */
  prefix: string
}

/** Blocked for longer, a lost connection would be noticed late. */
const BLOCK_S = 5
/** Over this, the answer is not waited for: a command may be lost without any error. */
const PATIENCE_MS = 2_000
const PAUSE_MS = 1_000
/** Of a key that ends an open wait; it is taken by that at once. */
const WAKE_EXPIRY_MS = 60_000

export class JobWaiter {
  readonly #redis: RedisConnections
  readonly #wakeKey: string
  /** By key, longest waiting first: Redis serves the first of several. */
  readonly #waiting = new Map<string, Waiting>()
  /** Keys of queues that this process serves. */
  readonly #served = new Set<string>()
  /** Came while nobody waited. */
  readonly #kept = new Map<string, Marker>()
  #connection: RedisConnection | null = null
  /** Those that Redis is asked for now. */
  #asked: ReadonlySet<string> = new Set()
  #isWaking = false
  #loop: Promise<void> | null = null
  #closed = false

  constructor({ redis, prefix }: JobWaiterOptions) {
    this.#redis = redis
    this.#wakeKey = `${prefix}:wake:${randomUUID()}`
  }

  serve(key: string): void {
    this.#served.add(key)
  }

  /** Null after `ms`, and when Redis was away: there may be something. Rejects when the queue is left. */
  async wait(key: string, ms: number): Promise<Marker | null> {
    const kept = this.#kept.get(key)
    if (this.#kept.delete(key) && kept) return kept
    if (this.#closed || !this.#served.has(key)) throw new Left()
    const { promise, resolve, reject } = Promise.withResolvers<Marker | null>()
    this.#waiting.set(key, { answer: resolve, fail: reject })
    const timer = setTimeout(resolve, ms, null)
    this.#askFor(key)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(key)
    }
  }

  /** What waits for it rejects. */
  leave(key: string): void {
    this.#served.delete(key)
    const kept = this.#kept.get(key)
    if (this.#kept.delete(key) && kept) this.#putBack(key, kept)
    this.#waiting.get(key)?.fail(new Left())
    this.#waiting.delete(key)
    if (this.#asked.has(key)) this.#wake()
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const key of this.#served) this.leave(key)
    this.#drop()
    await this.#loop
  }

  #askFor(key: string): void {
    if (this.#loop === null) this.#loop = this.#run()
    else if (!this.#asked.has(key)) this.#wake()
  }

  /** While Redis is away this waits as well, once. */
  #wake(): void {
    if (this.#isWaking || this.#asked.size === 0 || this.#closed) return
    this.#isWaking = true
    this.#setWakeKey()
      .catch(() => {})
      .finally(() => {
        this.#isWaking = false
        // Whoever came meanwhile may have been too late for it.
        if (this.#asked.size > 0 && !this.#waiting.keys().every(key => this.#asked.has(key))) this.#wake()
      })
  }

  async #setWakeKey(): Promise<void> {
    const { shared } = this.#redis
    await Promise.all([shared.zadd(this.#wakeKey, 0, '0'), shared.pexpire(this.#wakeKey, WAKE_EXPIRY_MS)])
  }

  async #run(): Promise<void> {
    while (!this.#closed && this.#waiting.size > 0) {
      try {
        await this.#askOnce()
      } catch {
        // Whoever looks for himself hears the error and tells it.
        this.#answerAll()
        if (!this.#closed) await delay(PAUSE_MS, undefined, { ref: false })
      }
    }
    this.#loop = null
  }

  async #askOnce(): Promise<void> {
    const connection = this.#connect()
    const keys = [...this.#waiting.keys()]
    this.#asked = new Set(keys)
    try {
      const answer = await withinPatience(connection.bzpopmin(this.#wakeKey, ...keys, BLOCK_S))
      if (answer) this.#take(answer[0], { member: answer[1], score: Number.parseInt(answer[2], 10) })
    } catch (error) {
      this.#drop()
      throw error
    } finally {
      this.#asked = new Set()
    }
  }

  #take(key: string, marker: Marker): void {
    if (key === this.#wakeKey) return
    const waiting = this.#waiting.get(key)
    this.#waiting.delete(key)
    if (waiting) waiting.answer(marker)
    else if (this.#served.has(key)) this.#kept.set(key, marker)
    else this.#putBack(key, marker)
  }

  /** Whoever serves it by then finds it; without it he finds the job when he looks by himself. */
  #putBack(key: string, { member, score }: Marker): void {
    this.#redis.shared.zadd(key, score, member).catch(() => {})
  }

  #connect(): RedisConnection {
    if (this.#connection) return this.#connection
    const connection = this.#redis.open()
    connection.on('close', () => this.#answerAll())
    this.#connection = connection
    return connection
  }

  #drop(): void {
    this.#connection?.disconnect()
    this.#connection = null
  }

  #answerAll(): void {
    for (const { answer } of this.#waiting.values()) answer(null)
  }
}

/** By its code BullMQ takes it for the end of a connection, which it tells nobody. */
class Left extends Error {
  readonly code = 'ECONNREFUSED'
  constructor() {
    super('the queue is not served here any more')
  }
}

async function withinPatience<T>(answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error('Redis did not end a wait')),
    BLOCK_S * 1000 + PATIENCE_MS,
  )
  answer.catch(() => {})
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
