/**
 * Batches of changes, within what the service takes at once. The next one is read and prepared while the request with
 * the one before is on its way; no more than that one is held in memory beside it.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { DamageFound } from '../../model/errors.ts'
import { textOf } from '../../model/fields.ts'
import type { JsonText } from '../../platform/json-text.ts'
import { isItemsOwn } from '../apply/item-failures.ts'
import type { RestoreKnowledge } from '../apply/session.ts'
import type { StateItem } from '../state.ts'
import { type Change, MOST_CHANGES } from './batch.ts'

/** The first batches of bodies are small: nothing, or little, is on its way while they are prepared. */
const BODY_SIZES = [8, 24, MOST_CHANGES]
const MOST_FILES = 20
const MOST_BYTES = 12 * 1024 * 1024

/** What is sent for an item. */
export interface Prepared<T> {
  item: StateItem
  change: T
}

/** Bodies of the pages; null: it has none. What cannot be prepared is a failure of that page. */
export function bodyBatches(
  pages: readonly StateItem[],
  change: (item: StateItem) => JsonText | null,
  failed: (item: StateItem, error: unknown) => void,
): AsyncGenerator<Prepared<JsonText>[]> {
  return ahead(batches(pages, { sizes: BODY_SIZES, make: change, bytesOf: bodyBytes, failed }))
}

/** What is to be changed in pages that are there; null: nothing. */
export function editBatches(
  pages: readonly StateItem[],
  change: (item: StateItem) => Change | null,
  failed: (item: StateItem, error: unknown) => void,
): AsyncGenerator<Prepared<Change>[]> {
  return batches(pages, { sizes: [MOST_CHANGES], make: change, bytesOf: bodyBytes, failed })
}

export function fileBatches(
  knowledge: RestoreKnowledge,
  files: readonly StateItem[],
  failed: (item: StateItem, error: unknown) => void,
): AsyncGenerator<Prepared<Record<string, unknown>>[]> {
  return ahead(
    batches(files, {
      sizes: [MOST_FILES],
      make: file => fileOf(knowledge, file),
      bytesOf: fileBytes,
      failed,
    }),
  )
}

interface Batching<T> {
  /** The most of each batch; of those behind, the last one. */
  sizes: readonly number[]
  make(item: StateItem): T | null
  bytesOf(item: StateItem): number
  failed(item: StateItem, error: unknown): void
}

async function* batches<T>(
  items: readonly StateItem[],
  { sizes, make, bytesOf, failed }: Batching<T>,
): AsyncGenerator<Prepared<T>[]> {
  let batch: Prepared<T>[] = []
  let size = 0
  let sent = 0
  for (const item of items) {
    const change = attempt(item, make, failed)
    if (change === null) continue
    const bytes = bytesOf(item)
    if (batch.length === sizes[Math.min(sent, sizes.length - 1)] || (size > 0 && size + bytes > MOST_BYTES)) {
      yield batch
      sent += 1
      batch = []
      size = 0
    }
    batch.push({ item, change })
    size += bytes
    // Lets the request that is on its way go on.
    await turn()
  }
  if (batch.length > 0) yield batch
}

function attempt<T>(
  item: StateItem,
  make: (item: StateItem) => T | null,
  failed: (item: StateItem, error: unknown) => void,
): T | null {
  try {
    return make(item)
  } catch (error) {
    if (!isItemsOwn(error)) throw error
    failed(item, error)
    return null
  }
}

/** One ahead of whoever asks. */
async function* ahead<T>(of: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = of.next()
  for (;;) {
    const { done, value } = await next
    if (done) return
    next = of.next()
    // Thrown to whoever asks for it; nobody does when the run ended before.
    next.catch(() => {})
    yield value
  }
}

function bodyBytes({ resource: { parts } }: StateItem): number {
  const named = (wanted: string) => parts.find(({ name }) => name === wanted)
  return (named('document') ?? named('markdown'))?.bytes ?? 1000
}

function fileOf(knowledge: RestoreKnowledge, file: StateItem): Record<string, unknown> {
  const bytes = knowledge.source.part(file, 'bytes')
  if (bytes === null)
    throw new DamageFound(`the bytes of file ${file.id} are not in the vault`, {
      hint: 'run `docvault check`',
    })
  const { name, contentType } = file.json
  return {
    ref: file.id,
    name: textOf(name) ?? file.id,
    ...(typeof contentType === 'string' && contentType !== '' ? { contentType } : {}),
    base64: bytes.toString('base64'),
  }
}

function fileBytes({ resource }: StateItem): number {
  return resource.parts.find(part => part.name === 'bytes')?.bytes ?? 0
}
