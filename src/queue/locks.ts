/**
 * Who may write what in a vault: one run for each organization, or one for the whole vault. Those who wait go by
 * priority, then in order. A holder of the vault waits for all organizations and keeps new ones out meanwhile.
 */
import type { QueuedJob } from '../../jobs/job.ts'

export interface Claim {
  /** Null: the whole vault. */
  organization: string | null
  /** 1 goes first. */
  priority: number
  /** Who claims, for those who wait. */
  run?: string
}

export type Release = () => void

/** What of a job decides what its runs have to have for themselves. */
export type Claimant = Pick<QueuedJob, 'name' | 'holds' | 'priority'>

/** What a run of this job has to have for itself. */
export function claimOf({ name, holds, priority }: Claimant, run: string, organization = ''): Claim {
  if (holds === 'vault') return { organization: null, priority, run }
  return { organization: holds === 'itself' ? `${name} ${organization}` : organization, priority, run }
}

interface Waiting {
  claim: Claim
  grant(): void
}

export class Locks {
  readonly #held = new Set<Claim>()
  #waiting: Waiting[] = []

  /** Null when it is not free. */
  tryAcquire(claim: Claim): Release | null {
    return this.#isFree(claim) ? this.#hold(claim) : null
  }

  /** Those that it has to wait for, by name. */
  inTheWay(claim: Claim): string[] {
    return [...this.#held].flatMap(held => (held.run !== undefined && collide(held, claim) ? [held.run] : []))
  }

  /** Rejects with the signal's reason. */
  async acquire(claim: Claim, signal: AbortSignal): Promise<Release> {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<Release>()
    const waiting = { claim, grant: () => resolve(this.#hold(claim)) }
    const leave = () => {
      this.#waiting = this.#waiting.filter(other => other !== waiting)
      reject(signal.reason)
      this.#grantAll()
    }
    signal.addEventListener('abort', leave, { once: true })
    this.#waiting.push(waiting)
    this.#waiting.sort((a, b) => a.claim.priority - b.claim.priority)
    this.#grantAll()
    return promise.finally(() => signal.removeEventListener('abort', leave))
  }

  #isFree(claim: Claim): boolean {
    return ![...this.#held].some(held => collide(held, claim))
  }

  #hold(claim: Claim): Release {
    this.#held.add(claim)
    return () => {
      if (this.#held.delete(claim)) this.#grantAll()
    }
  }

  #grantAll(): void {
    const passedOver: Claim[] = []
    for (const waiting of [...this.#waiting]) {
      const free = this.#isFree(waiting.claim) && !passedOver.some(other => collide(other, waiting.claim))
      if (!free) passedOver.push(waiting.claim)
      else {
        this.#waiting = this.#waiting.filter(other => other !== waiting)
        waiting.grant()
      }
    }
  }
}

function collide(a: Claim, b: Claim): boolean {
  return a.organization === null || b.organization === null || a.organization === b.organization
}
