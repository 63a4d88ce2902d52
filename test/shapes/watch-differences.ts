/** Exchanges of this process with services of one version, judged as they happen. */
import { judgeExchange } from '../helpers/shapes/judge-exchange.ts'
import { readService, VERSIONS } from '../helpers/shapes/service.ts'
import { watchExchanges } from '../helpers/shapes/watch-exchanges.ts'
import { isDeclared } from './declared-differences.ts'

export interface Judged {
  /** How many were seen of each operation. */
  exchanges: ReadonlyMap<string, number>
  /** In words, each once. */
  differences(): string[]
}

/** Of every service, until the test ends. */
export function watchDifferences(profile: keyof typeof VERSIONS): Judged {
  const service = readService(VERSIONS[profile])
  const exchanges = new Map<string, number>()
  const found = new Set<string>()
  watchExchanges(null, exchange => {
    const [path = ''] = exchange.target.split('?')
    const name = service.operation(exchange.method, path)?.name ?? 'none'
    exchanges.set(name, (exchanges.get(name) ?? 0) + 1)
    for (const one of judgeExchange(service, exchange))
      if (!isDeclared(one, exchange)) found.add(`${one.operation} ${one.side} ${one.path} ${one.words}`)
  })
  return { exchanges, differences: () => [...found].sort() }
}
