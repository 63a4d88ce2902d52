/**
 * Processes the source of an OpenAPI specification: pending, in progress while it is fetched, complete. The last
 * source given wins, whatever an earlier one says later.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { SpecState } from '../state/records/spec.ts'
import { failSpec, specFileName, takeSpecText } from '../state/spec.ts'
import type { World } from '../state/world.ts'
import { fetchSource } from './fetch-source.ts'

export type SpecSource = { url: string } | { text: string }

/** How long a reader is kept waiting before it is told `progress`. */
const PATIENCE_MS = 250
/** Of fetching a source. */
const TIMEOUT_MS = 3000

/** Returns at once, with the specification pending. */
export function startProcessing(world: World, spec: SpecState, source: SpecSource): void {
  spec.generation++
  spec.json.processingState = 'pending'
  spec.json.updatedAt = world.clock.timestamp()
  if ('url' in source) spec.json.sourceURL = source.url
  else delete spec.json.sourceURL
  spec.processed = process(world, spec, source, spec.generation)
}

/** So that one read after a write finds it done, unless fetching takes long. */
export async function settled(spec: SpecState): Promise<SpecState> {
  if (spec.json.processingState !== 'complete')
    await Promise.race([spec.processed, delay(PATIENCE_MS, undefined, { ref: false })])
  return spec
}

async function process(world: World, spec: SpecState, source: SpecSource, generation: number): Promise<void> {
  await Promise.resolve()
  if (spec.generation !== generation) return
  spec.json.processingState = 'progress'
  if ('text' in source) {
    takeSpecText(world, spec, { name: specFileName(source.text), text: source.text })
    return
  }
  const settle = await sourceOf(world, spec, source.url)
  if (spec.generation === generation) settle()
}

/** What is to be done with what was fetched, or was not. */
async function sourceOf(world: World, spec: SpecState, url: string): Promise<() => void> {
  try {
    const timeout = delay(TIMEOUT_MS, null, { ref: false })
    const fetched = await Promise.race([fetchSource(url), timeout])
    if (fetched === null)
      return () => failSpec(world, spec, 'FETCH_TIMEOUT', `no answer within ${TIMEOUT_MS} ms`)
    const text = Buffer.from(fetched.bytes).toString()
    const name = fetched.url.pathname.split('/').at(-1) || specFileName(text)
    return () => takeSpecText(world, spec, { name, text })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return () => failSpec(world, spec, 'FETCH_ERROR', message)
  }
}
