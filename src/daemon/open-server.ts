/** The daemon's server, by its settings. Without a token it listens on loopback only, which is logged. */
import type { Config } from '../../config/settings.ts'
import type { Clock } from '../queue/clock.ts'
import type { Metrics } from '../server/metrics.ts'
import { listenAddress, type RunningServer, startServer } from '../server/server.ts'
import type { DaemonView } from '../server/view.ts'
import type { Logs } from './logs.ts'

export interface DaemonServerOptions {
  config: Config
  clock: Clock
  logs: Logs
  metrics: Metrics
}

export function openServer(options: DaemonServerOptions, view: DaemonView): Promise<RunningServer> {
  const { config, clock, logs, metrics } = options
  const [host, token] = [config['server.host'], config['server.token']]
  if (listenAddress({ host, token }) !== host)
    logs.log.warn({ host }, 'server.token is not set: listening on loopback only')
  return startServer({
    view,
    metrics,
    host,
    token,
    restoreToken: config['server.restoreToken'],
    port: config['server.port'],
    publicUrl: () => config['server.publicUrl'],
    now: () => clock.now(),
    failed: (error, request) =>
      logs.log.error(
        { ...request, error: error instanceof Error ? error.stack : String(error) },
        'a request failed',
      ),
  })
}
