/** Whether the process lives, and whether it can do its work. Says nothing that is worth hiding. */
import { Hono } from 'hono'
import { z } from 'zod'
import type { DaemonView } from './view.ts'

export const aliveSchema = z.object({ status: z.literal('alive') })
export const readySchema = z.object({
  status: z.enum(['ready', 'not ready']),
  checks: z.object({ redis: z.boolean(), vault: z.boolean(), schedule: z.boolean() }),
  /** How many last. */
  conditions: z.number(),
})
type Ready = z.infer<typeof readySchema>

export function healthRoutes(view: DaemonView): Hono {
  const app = new Hono()
  app.get('/healthz', context => context.json({ status: 'alive' } satisfies z.infer<typeof aliveSchema>))
  app.get('/readyz', async context => {
    const checks = await readiness(view)
    const ready = Object.values(checks).every(Boolean)
    // Ready is who can work: to send nobody here, or to start it again, mends no failed backup.
    const conditions = view.conditions().length
    const answer: Ready = { status: ready ? 'ready' : 'not ready', checks, conditions }
    return context.json(answer, ready ? 200 : 503)
  })
  return app
}

async function readiness(view: DaemonView): Promise<Ready['checks']> {
  const platforms = view.platforms()
  return {
    redis: await view.redisIsUp(),
    // One that stands by is ready to take over.
    vault: platforms.length > 0 && platforms.every(platform => platform.state !== 'stopped'),
    schedule: platforms.every(platform => platform.scheduleIsOnTime()),
  }
}
