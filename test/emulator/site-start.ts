/**
 * An emulator with spaces and one empty site, and short ways to talk to what is below the site.
 */
import { z } from 'zod'
import type { EmulatorOptions } from '../../src/emulator/options.ts'
import { type Running, SMALL, start, writeBundle } from './start.ts'

export const object = z.looseObject({ id: z.string() })
export type Item = z.infer<typeof object>
/** Part of a list, as it came. */
export const listed = z.object({ items: z.array(object) })
export const withDefaultSite = z.looseObject({ defaultContent: z.object({ site: z.string() }) })

export interface WithSite extends Running {
  organization: string
  spaces: string[]
  /** From the root, with `/v1`. */
  site: string
  /** Makes something and answers it. */
  make(path: string, body: unknown): Promise<Item>
  items(path: string): Promise<Item[]>
  /** Status of a request below the site. */
  status(method: string, path: string, body?: unknown): Promise<number>
}

export async function startWithSite(count = 3, options: EmulatorOptions = {}): Promise<WithSite> {
  const folder = await writeBundle(SMALL)
  const load = Array.from({ length: count }, (_, index) => ({ title: `Space ${index + 1}`, folder }))
  const running = await start(null, { load, ...options })
  const organization = running.emulator.organization
  const spaces = (await running.list(`/orgs/${organization}/spaces`, object)).map(one => one.id)
  const { json } = await running.call('POST', `/v1/orgs/${organization}/sites`, { body: { title: 'Docs' } })
  const site = `/v1/orgs/${organization}/sites/${object.parse(json).id}`
  return {
    ...running,
    organization,
    spaces,
    site,
    make: async (path, body) => object.parse((await running.call('POST', `${site}${path}`, { body })).json),
    items: path => running.list(`${site.slice(3)}${path}`, object),
    status: async (method, path, body) => (await running.call(method, `${site}${path}`, { body })).status,
  }
}

export function ids(items: readonly Item[]): string[] {
  return items.map(one => one.id)
}
