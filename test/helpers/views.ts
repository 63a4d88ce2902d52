/** The web views of a vault, asked in this process, and read as a person and a program read them. */
import { onTestFinished } from 'vitest'
import { loadPlatforms } from '../../config/load.ts'
import { find } from '../../jobs/find.ts'
import { makeWeb, type Web } from '../../src/web/app.ts'
import { makeLocalRestores } from '../../src/web/local-restores.ts'
import { webPlatformOf } from '../../src/web/platform.ts'
import type { Agenda, WebCondition, WebFleet } from '../../src/web/source.ts'
import { OWN_VISIT, type Visitor } from '../../src/web/visitor.ts'

export interface Views {
  web: Web
  /** As a page. */
  page(address: string): Promise<{ status: number; text: string; headers: Headers }>
  /** What a button of a page does; answers where it leads. The status has to be 303. */
  send(address: string, form: Readonly<Record<string, string>>): Promise<string>
  /** Every restore that was begun has ended. */
  idle(): Promise<unknown>
  /** The JSON twin; its status has to be 200. */
  data(address: string): Promise<Record<string, unknown>>
}

export interface ViewsOptions {
  now?: () => number
  /** Paths of further vaults, by names of platforms. */
  others?: Readonly<Record<string, string>>
  visitor?: Visitor
  /** As of a daemon. */
  conditions?: readonly WebCondition[] | null
  agenda?: Agenda | null
  fleet?: WebFleet | null
}

export function openViews(env: Record<string, string>, options: ViewsOptions = {}): Views {
  const {
    now = Date.now,
    others = {},
    visitor = OWN_VISIT.visitor,
    conditions = null,
    agenda = null,
    fleet = null,
  } = options
  const failures: unknown[] = []
  const configs = [
    ...loadPlatforms({ env }),
    ...Object.entries(others).flatMap(([name, path]) =>
      loadPlatforms({ env: { ...env, DOCVAULT_VAULT_PATH: path } }).map(({ config }) => ({ name, config })),
    ),
  ]
  const desks = new Map(configs.map(platform => [platform, makeLocalRestores(platform.config)]))
  const source = {
    version: 'test',
    now,
    conditions: () => conditions,
    fleet: () => fleet,
    platforms: () =>
      configs.map(platform =>
        webPlatformOf(platform, {
          find: (data, signal) => find.run({ config: platform.config, signal, report: () => {} }, data),
          restores: desks.get(platform) ?? null,
          agenda,
          now: Date.now,
        }),
      ),
  }
  const web = makeWeb(source, { failed: error => failures.push(error) })
  onTestFinished(async () => {
    web.close()
    await Promise.all([...desks.values()].map(desk => desk.close()))
    if (failures.length > 0) throw failures[0]
  })
  let cart = ''
  const ask = async (address: string, form?: Readonly<Record<string, string>>) => {
    const asked = new Request(new URL(address, 'http://views.test'), {
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
      headers: { cookie: cart },
    })
    const answer = await web.fetch(asked, { visitor, looked: () => {} })
    cart = answer.headers.get('set-cookie')?.split(';', 1)[0] ?? cart
    return answer
  }
  return {
    web,
    async page(address) {
      const answer = await ask(address)
      return { status: answer.status, text: await answer.text(), headers: answer.headers }
    },
    async send(address, form) {
      const answer = await ask(address, form)
      const location = answer.headers.get('location')
      if (answer.status !== 303 || location === null)
        throw new Error(`${address}: ${answer.status} ${await answer.text()}`)
      return location
    },
    idle: () => Promise.all([...desks.values()].map(desk => desk.idle())),
    async data(address) {
      const [place = '', query = ''] = address.split('?', 2)
      const answer = await ask(`${place === '/' ? '/index' : place}.json${query === '' ? '' : `?${query}`}`)
      const text = await answer.text()
      if (answer.status !== 200) throw new Error(`${address}: ${answer.status} ${text}`)
      return JSON.parse(text)
    },
  }
}
