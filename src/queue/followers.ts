/** The jobs that follow a snapshot, whatever made it. */
import type { QueuedContext, QueuedJob } from '../../jobs/job.ts'
import type { RedisConnections } from './connection.ts'
import { startFollowers } from './more-runs.ts'
import type { Queues } from './queues.ts'

export interface FollowersOptions {
  redis: RedisConnections
  queues: Queues
  jobs: readonly QueuedJob[]
  context(): Pick<QueuedContext, 'config'>
  failed(error: unknown): void
}

interface Made {
  organization: string | undefined
  snapshot: number
}

export class Followers {
  readonly #options: FollowersOptions

  constructor(options: FollowersOptions) {
    this.#options = options
  }

  /** `job`: the one that made it. */
  async start(job: string, made: Made): Promise<void> {
    const { queues, jobs, context } = this.#options
    const { config } = context()
    const wanted = jobs.filter(job => job.isWanted(config))
    await startFollowers(queues, wanted, { name: job, ...made })
  }

  /** Whoever waits for a run does not wait for what follows it, nor for Redis. */
  async startLater(job: string, made: Made): Promise<void> {
    if (!(await this.#options.redis.isUp())) return
    await this.start(job, made).catch(error => this.#options.failed(error))
  }
}
