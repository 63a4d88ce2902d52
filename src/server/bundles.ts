/** Bundles to download once: an address that nobody can guess, good for one request within some minutes. */
import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { Hono } from 'hono'
import { z } from 'zod'
import { safeName } from '../bundle/safe-path.ts'
import { writeBundle } from '../bundle/write.ts'
import { UsageError } from '../model/errors.ts'
import { bundleSourceOf } from '../space/bundle-source.ts'
import type { StoredResource, Vault } from '../vault/vault.ts'
import type { PlatformView } from './view.ts'

export interface BundleWish {
  snapshot: string
  organization?: string | undefined
  /** Id of the space. */
  space: string
}

export const offerSchema = z.object({
  url: z.string(),
  /** ISO 8601, UTC. */
  expires: z.string(),
})

export interface BundleDesk {
  /** Throws UsageError for what the vault does not have. */
  offer(platform: PlatformView, wish: BundleWish): z.infer<typeof offerSchema>
  routes: Hono
}

interface Offer {
  platform: PlatformView
  snapshot: number
  space: string
  expires: number
}

const GOOD_FOR_MS = 15 * 60_000
const MOST_OFFERS = 100

export function openBundleDesk(publicUrl: () => string, now: () => number): BundleDesk {
  const offers = new Map<string, Offer>()
  const routes = new Hono()
  routes.get('/:name', context => {
    const name = context.req.param('name')
    const offer = offers.get(name)
    // A program that only looks at the address, as chats do, must not use it up.
    if (context.req.method === 'HEAD') return context.body(null, offer ? 200 : 410)
    offers.delete(name)
    if (!offer || offer.expires < now())
      return context.json({ error: 'gone', message: 'ask for a new one' }, 410)
    const { stream, title } = openZip(offer)
    return new Response(stream, {
      headers: {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(`${title}.zip`)}`,
      },
    })
  })
  return {
    routes,
    offer(platform, wish) {
      for (const [name, offer] of offers) if (offer.expires < now()) offers.delete(name)
      if (offers.size >= MOST_OFFERS) throw new UsageError('too many bundles wait to be fetched; try later')
      const vault = platform.openVault()
      try {
        const { snapshot } = vault.resolve(wish.snapshot, { organization: wish.organization })
        spaceOf(vault, snapshot, wish.space)
        const name = `${randomBytes(32).toString('base64url')}.zip`
        const expires = now() + GOOD_FOR_MS
        offers.set(name, { platform, snapshot, space: wish.space, expires })
        return { url: `${publicUrl()}/bundles/${name}`, expires: new Date(expires).toISOString() }
      } finally {
        vault.close()
      }
    },
  }
}

function openZip({ platform, snapshot, space }: Offer): { stream: ReadableStream; title: string } {
  const vault = platform.openVault()
  try {
    const source = bundleSourceOf(vault, snapshot, spaceOf(vault, snapshot, space), { purpose: 'import' })
    const output = new PassThrough()
    writeBundle({ zip: output }, source)
      .catch(error => output.destroy(error instanceof Error ? error : new Error(String(error))))
      .finally(() => vault.close())
    return { stream: webStream(output), title: safeName(source.title, space) }
  } catch (error) {
    vault.close()
    throw error
  }
}

function webStream(output: PassThrough): ReadableStream {
  const chunks = output[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(new Uint8Array(value))
    },
    cancel: () => void output.destroy(),
  })
}

function spaceOf(vault: Vault, snapshot: number, id: string): StoredResource {
  const [space] = vault.find(snapshot, 'space', id)
  if (space) return space
  throw new UsageError(`snapshot ${snapshot} has no space ${id}`)
}
