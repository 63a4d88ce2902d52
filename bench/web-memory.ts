/**
 * Requests of all views in turn in a process of its own, for `web.ts`: prints the resident set and the heap after a collection,
 * in bytes, as a line of JSON after each number of requests. Needs `--expose-gc`.
 */

import { openYear } from './web-source.ts'
import { readYear } from './web-states.ts'
import { viewsOf } from './web-views.ts'

export interface MemoryStep extends Pick<NodeJS.MemoryUsage, 'rss' | 'heapUsed' | 'external'> {
  requests: number
}

const [folder = '', ...counts] = process.argv.slice(2)
const year = readYear(folder)
const asked = openYear(year, 'bench')
const views = Object.values(viewsOf(year, year.seed + 1))

let done = 0
for (const count of counts.map(Number)) {
  for (; done < count; done++) {
    const visit = views[done % views.length]?.()
    if (visit) await asked.ask(visit)
  }
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  console.log(JSON.stringify({ requests: done, rss, heapUsed, external } satisfies MemoryStep))
}
asked.close()
