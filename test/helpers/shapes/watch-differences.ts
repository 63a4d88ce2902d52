/** Exchanges of this process with services of one version, judged as they happen. */

import { isDeclared } from './declared-differences.ts'
import { judgeExchange } from './judge-exchange.ts'
import { readService, VERSIONS } from './service.ts'
import { watchExchanges } from './watch-exchanges.ts'

export interface Judged {
  /** How many of docvault's own were seen of each operation. */
  exchanges: ReadonlyMap<string, number>
  /** In words, each once. */
  differences(): string[]
}

/** Of the service at `<url>`, or of every one for null, until the test ends. */
export function watchDifferences(
  profile: keyof typeof VERSIONS,
  url: string | null,
  isJudged: () => boolean = () => true,
): Judged {
  const service = readService(VERSIONS[profile])
  const exchanges = new Map<string, number>()
  const found = new Set<string>()
  watchExchanges(url, exchange => {
    if (!isJudged()) return
    const [path = ''] = exchange.target.split('?')
    const name = service.operation(exchange.method, path)?.name ?? 'none'
    if (exchange.isOurs) exchanges.set(name, (exchanges.get(name) ?? 0) + 1)
    for (const one of judgeExchange(service, exchange))
      if (!isDeclared(one, exchange)) found.add(`${one.operation} ${one.side} ${one.path} ${one.words}`)
  })
  return { exchanges, differences: () => [...found].sort() }
}
