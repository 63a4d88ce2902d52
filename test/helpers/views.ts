/** The web views of a vault, asked in this process, and read as a person and a program read them. */
import { onTestFinished } from 'vitest'
import { loadPlatforms } from '../../config/load.ts'
import { find } from '../../jobs/find.ts'
import { makeWeb, type Web } from '../../src/web/app.ts'
import { webPlatformOf } from '../../src/web/platform.ts'
import { OWN_VISIT } from '../../src/web/visitor.ts'

export interface Views {
  web: Web
  /** As a page. */
  page(address: string): Promise<{ status: number; text: string; headers: Headers }>
  /** The JSON twin; its status has to be 200. */
  data(address: string): Promise<Record<string, unknown>>
}

export interface ViewsOptions {
  now?: () => number
  /** Paths of further vaults, by names of platforms. */
  others?: Readonly<Record<string, string>>
}

export function openViews(
  env: Record<string, string>,
  { now = Date.now, others = {} }: ViewsOptions = {},
): Views {
  const failures: unknown[] = []
  const configs = [
    ...loadPlatforms({ env }),
    ...Object.entries(others).flatMap(([name, path]) =>
      loadPlatforms({ env: { ...env, DOCVAULT_VAULT_PATH: path } }).map(({ config }) => ({ name, config })),
    ),
  ]
  const source = {
    version: 'test',
    now,
    platforms: () =>
      configs.map(platform =>
        webPlatformOf(platform, (data, signal) =>
          find.run({ config: platform.config, signal, report: () => {} }, data),
        ),
      ),
  }
  const web = makeWeb(source, { failed: error => failures.push(error) })
  onTestFinished(() => {
    web.close()
    if (failures.length > 0) throw failures[0]
  })
  const ask = (address: string) => web.fetch(new Request(`http://views.test${address}`), OWN_VISIT)
  return {
    web,
    async page(address) {
      const answer = await ask(address)
      return { status: answer.status, text: await answer.text(), headers: answer.headers }
    },
    async data(address) {
      const [place = '', query = ''] = address.split('?', 2)
      const answer = await ask(`${place === '/' ? '/index' : place}.json${query === '' ? '' : `?${query}`}`)
      const text = await answer.text()
      if (answer.status !== 200) throw new Error(`${address}: ${answer.status} ${text}`)
      return JSON.parse(text)
    },
  }
}
