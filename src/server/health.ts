/** Whether the process lives, and whether it can do its work. Says nothing that is worth hiding. */
import { Hono } from 'hono'
import type { DaemonView } from './view.ts'

export function healthRoutes(view: DaemonView): Hono {
  const app = new Hono()
  app.get('/healthz', context => context.json({ status: 'alive' }))
  app.get('/readyz', async context => {
    const checks = await readiness(view)
    const ready = Object.values(checks).every(Boolean)
    const status = ready ? 'ready' : 'not ready'
    // Ready is who can work: to send nobody here, or to start it again, mends no failed backup.
    return context.json({ status, checks, conditions: view.conditions().length }, ready ? 200 : 503)
  })
  return app
}

async function readiness(view: DaemonView): Promise<Record<string, boolean>> {
  const platforms = view.platforms()
  return {
    redis: await view.redisIsUp(),
    // One that stands by is ready to take over.
    vault: platforms.length > 0 && platforms.every(one => one.state !== 'stopped'),
    schedule: platforms.every(one => one.scheduleIsOnTime()),
  }
}
