/**
 * Which extensions (docs/development/platform.md#sections) this service has for this token.
 *
 * Learned by use, on objects known to exist: 404, 405 and 501 mean "not there", 403 "not allowed". A "not there" is
 * remembered across runs for a day, so that a service without an extension is not asked again and again; unless the
 * service had it within the last week: one bad answer must not make it blind. A "yes" is never proof, only used to
 * tell a missing object from a missing operation.
 */
import { Forbidden, NotFound } from './errors.ts'

/** Small persisted texts, e.g. in the vault's catalog. */
export interface CapabilityFacts {
  get(name: string): string | null
  set(name: string, value: string): void
}

/** `missing`: the service does not have it. `refused`: the token's owner may not use it. */
export type Absence = 'missing' | 'refused'

export interface Capabilities {
  /** False only when the extension was seen missing; true means "worth trying". */
  offers(extension: string): boolean
  /** Why an extension is not used; null when it is, or was not tried yet. */
  absence(extension: string): Absence | null
  /** Whether it was used with success, in this run or in one of the last week. */
  wasOffered(extension: string): boolean
  /** The extension where there is one, else the fallback. */
  prefer<T>(extension: string, use: () => Promise<T>, fallback: () => Promise<T>): Promise<T>
  /** As `prefer`, decided by the first item. */
  preferList<T>(
    extension: string,
    use: () => AsyncGenerator<T>,
    fallback: () => AsyncGenerator<T>,
  ): AsyncGenerator<T>
}

const TRUSTED_FOR_MS = 24 * 60 * 60 * 1000
const OFFERED_FOR_MS = 7 * TRUSTED_FOR_MS

export function makeCapabilities(facts: CapabilityFacts, now: () => number): Capabilities {
  const memory = new Memory(facts, now)
  const probes = new Map<string, Promise<void>>()
  const prefer: Capabilities['prefer'] = async (extension, use, fallback) => {
    // The first use is the probe: the others wait for its answer instead of asking the same in vain.
    const running = probes.get(extension)
    if (running && !memory.isSeen(extension)) await running
    if (memory.absence(extension) !== null) return fallback()
    if (running || memory.isSeen(extension)) return attempt(extension, use, fallback)
    const probe = Promise.withResolvers<void>()
    probes.set(extension, probe.promise)
    return attempt(extension, use, fallback).finally(probe.resolve)
  }
  const attempt: Capabilities['prefer'] = async (extension, use, fallback) => {
    try {
      const value = await use()
      memory.markSeen(extension)
      return value
    } catch (error) {
      if (memory.isSeen(extension) || !isAbsence(error)) throw error
      memory.markMissing(extension, error)
      return fallback()
    }
  }
  return {
    offers: extension => memory.absence(extension) === null,
    absence: extension => memory.absence(extension),
    wasOffered: extension => memory.wasOffered(extension),
    prefer,
    async *preferList(extension, use, fallback) {
      const { first, rest } = await prefer(
        extension,
        () => started(use()),
        () => started(fallback()),
      )
      if (first.done) return
      yield first.value
      yield* rest
    },
  }
}

/** What was seen in this run, and what is remembered of those before. */
class Memory {
  readonly #facts: CapabilityFacts
  readonly #now: () => number
  readonly #seen = new Set<string>()
  readonly #absences = new Map<string, Absence | null>()

  constructor(facts: CapabilityFacts, now: () => number) {
    this.#facts = facts
    this.#now = now
  }

  isSeen(extension: string): boolean {
    return this.#seen.has(extension)
  }

  absence(extension: string): Absence | null {
    if (this.#seen.has(extension)) return null
    const remembered = this.#isYounger(`missing:${extension}`, TRUSTED_FOR_MS) ? 'missing' : null
    const known = this.#absences.get(extension) ?? remembered
    this.#absences.set(extension, known)
    return known
  }

  wasOffered(extension: string): boolean {
    return this.#seen.has(extension) || this.#isYounger(`offered:${extension}`, OFFERED_FOR_MS)
  }

  markMissing(extension: string, error: unknown): void {
    this.#absences.set(extension, error instanceof NotFound ? 'missing' : 'refused')
    if (error instanceof NotFound && !this.wasOffered(extension)) this.#remember(`missing:${extension}`)
  }

  markSeen(extension: string): void {
    if (this.#seen.has(extension)) return
    this.#seen.add(extension)
    if (!this.#isYounger(`offered:${extension}`, TRUSTED_FOR_MS)) this.#remember(`offered:${extension}`)
  }

  #remember(fact: string): void {
    this.#facts.set(fact, new Date(this.#now()).toISOString())
  }

  #isYounger(fact: string, ageMs: number): boolean {
    return this.#now() - Date.parse(this.#facts.get(fact) ?? '') < ageMs
  }
}

async function started<T>(
  rest: AsyncGenerator<T>,
): Promise<{ first: IteratorResult<T>; rest: AsyncGenerator<T> }> {
  return { first: await rest.next(), rest }
}

function isAbsence(error: unknown): boolean {
  return error instanceof NotFound || error instanceof Forbidden
}
