/** Bundles to download once: an address that nobody can guess, good for one request within some minutes. */
import { randomBytes } from 'node:crypto'
import { createReadStream, openSync, type ReadStream } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { z } from 'zod'
import { UsageError } from '../model/errors.ts'
import { makeTemporaryFolder } from '../model/temporary-folder.ts'
import type { Vault } from '../vault/vault.ts'
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

/** Beside the answer, what it is of. */
export interface Offered extends z.infer<typeof offerSchema> {
  organization: string
  snapshot: number
}

export interface BundleDesk {
  /** Throws UsageError for what the vault does not have. */
  offer(platform: PlatformView, wish: BundleWish): Offered
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
  // One after another: each takes a process and its memory.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (offer: Offer, signal: AbortSignal) => {
    const next = last.then(() => openZip(offer, signal))
    last = next.catch(() => {})
    return next
  }
  routes.get('/:name', async context => {
    const name = context.req.param('name')
    const offer = offers.get(name)
    // A program that only looks at the address, as chats do, must not use it up.
    if (context.req.method === 'HEAD') return context.body(null, offer ? 200 : 410)
    offers.delete(name)
    if (!offer || offer.expires < now())
      return context.json({ error: 'gone', message: 'ask for a new one' }, 410)
    const { stream, zipName } = await inTurn(offer, context.req.raw.signal)
    return new Response(stream, {
      headers: {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(zipName)}`,
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
        const { snapshot, organization } = vault.resolve(wish.snapshot, { organization: wish.organization })
        assertSpace(vault, snapshot, wish.space)
        const name = `${randomBytes(32).toString('base64url')}.zip`
        const expires = now() + GOOD_FOR_MS
        offers.set(name, { platform, snapshot, space: wish.space, expires })
        const url = `${publicUrl()}/bundles/${name}`
        return { url, expires: new Date(expires).toISOString(), organization, snapshot }
      } finally {
        vault.close()
      }
    },
  }
}

/** The file has no name any more when it is sent, so that it is gone with whatever ends the sending. */
async function openZip(
  { platform, snapshot, space }: Offer,
  signal: AbortSignal,
): Promise<{ stream: ReadableStream; zipName: string }> {
  const temporary = makeTemporaryFolder('bundle')
  try {
    const zip = join(temporary.path, 'bundle.zip')
    const zipName = await platform.writeZip({ snapshot, space, zip }, signal)
    return { stream: webStream(createReadStream(zip, { fd: openSync(zip, 'r') })), zipName }
  } finally {
    temporary.remove()
  }
}

function webStream(output: ReadStream): ReadableStream {
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

function assertSpace(vault: Vault, snapshot: number, id: string): void {
  if (vault.find(snapshot, 'space', id).length > 0) return
  throw new UsageError(`snapshot ${snapshot} has no space ${id}`)
}
