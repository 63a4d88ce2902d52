/** The daemon's server, by its settings, with who may ask it. Without a token it listens on loopback only, which is logged. */
import type { Condition } from '../notify/condition.ts'
import type { Clock } from '../queue/clock.ts'
import type { Metrics } from '../server/metrics.ts'
import { openPeople, type People } from '../server/people/people.ts'
import { listenAddress, type RunningServer, startServer } from '../server/server.ts'
import type { DaemonView } from '../server/view.ts'
import type { Configuration } from './configuration.ts'
import type { Logs } from './logs.ts'
import { oidcSettingsOf } from './oidc-settings.ts'

export interface DaemonServerOptions {
  configuration: Configuration
  clock: Clock
  logs: Logs
  metrics: Metrics
}

export interface DaemonServer extends RunningServer {
  /** What is wrong with it now. */
  conditions(): Condition[]
}

export async function openServer(options: DaemonServerOptions, view: DaemonView): Promise<DaemonServer> {
  const { configuration, clock, logs, metrics } = options
  const config = configuration.common()
  const [host, token] = [config['server.host'], config['server.token']]
  if (listenAddress({ host, token }) !== host)
    logs.log.warn({ host }, 'server.token is not set: listening on loopback only')
  const people = openDaemonPeople(options)
  try {
    const server = await startServer({
      ...{ view, metrics, host, token, people },
      restoreToken: config['server.restoreToken'],
      port: config['server.port'],
      publicUrl: () => config['server.publicUrl'],
      now: () => clock.now(),
      failed: (error, request) => logs.log.error({ ...request, error: wordsOf(error) }, 'a request failed'),
    })
    return {
      ...server,
      conditions: () => ledgerConditions(people),
      async close() {
        await server.close()
        people.close()
      },
    }
  } catch (error) {
    people.close()
    throw error
  }
}

function openDaemonPeople({ configuration, clock, logs }: DaemonServerOptions): People {
  const config = configuration.common()
  return openPeople({
    folder: config['daemon.path'],
    oidc: oidcSettingsOf(config),
    roles: () => configuration.common()['server.roles'],
    keepMs: () => configuration.common()['server.keepOperatorEntries'],
    now: () => clock.now(),
    refused: error =>
      logs.log.warn({ error: configuration.redact(causesOf(error)) }, 'somebody could not sign in'),
    ledgerFailed: error =>
      logs.log.error({ error: wordsOf(error) }, 'the ledger of operators cannot be written'),
  })
}

function ledgerConditions({ operators }: People): Condition[] {
  const failure = operators.failure()
  if (failure === null) return []
  const { error, waiting, lost } = failure
  return [
    {
      key: 'operators',
      kind: 'operators',
      platform: null,
      organization: null,
      title: 'the ledger of operators cannot be written',
      text: `${error instanceof Error ? error.message : String(error)}. ${waiting} entries wait in memory${lost === 0 ? '' : `, and ${lost} are lost`}.`,
      advice:
        'make room in daemon.path, or correct the rights of server.db in it; what waits is written then.',
    },
  ]
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** From the outside in: which check of a token failed says only the last. */
function causesOf(error: unknown): string {
  const words: string[] = []
  for (let at = error; at instanceof Error; at = at.cause) words.push(at.message)
  return words.join(': ')
}
