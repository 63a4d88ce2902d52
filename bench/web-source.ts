/** The web views of a year in this process, as `docvault web` makes them, at the time of its newest night. */
import { loadPlatforms } from '../config/load.ts'
import { findHere } from '../jobs/find.ts'
import { makeWeb, type Web } from '../src/web/app.ts'
import { makeLocalRestores } from '../src/web/local-restores.ts'
import { webPlatformOf } from '../src/web/platform.ts'
import { OWN_VISIT } from '../src/web/visitor.ts'
import type { Year } from './web-states.ts'
import type { Visit } from './web-views.ts'

/** Nobody is there: forms are shown that restore, and none is sent. */
export const NOWHERE = { DOCVAULT_PLATFORM_URL: 'http://127.0.0.1:9/v1', DOCVAULT_PLATFORM_TOKEN: 'bench' }

export interface Answered {
  status: number
  html: string
}

/** Close it. */
export interface AskedWeb {
  ask(visit: Pick<Visit, 'address' | 'cookie'>): Promise<Answered>
  close(): void
}

export function openYear({ vault, lastMs }: Pick<Year, 'vault' | 'lastMs'>, version: string): AskedWeb {
  const platforms = loadPlatforms({ env: { ...NOWHERE, DOCVAULT_VAULT_PATH: vault } }).map(platform =>
    webPlatformOf(platform, {
      find: (data, signal, vault) => findHere(data, { config: platform.config, signal }, vault),
      restores: makeLocalRestores(platform.config),
      agenda: null,
      now: Date.now,
    }),
  )
  const source = {
    version,
    now: () => lastMs,
    platforms: () => platforms,
    conditions: () => null,
    fleet: () => null,
  }
  const web: Web = makeWeb(source, {
    failed: (error, path) => console.error(`${path}:`, error),
  })
  return {
    async ask({ address, cookie }) {
      const headers = cookie === undefined ? {} : { cookie }
      const answer = await web.fetch(new Request(`http://bench.test${address}`, { headers }), OWN_VISIT)
      return { status: answer.status, html: await answer.text() }
    },
    close: () => web.close(),
  }
}
