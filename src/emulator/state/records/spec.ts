/**
 * OpenAPI specifications and their versions.
 */
import type { JsonObject } from '../json-object.ts'

export type SpecErrorCode = 'FETCH_TIMEOUT' | 'FETCH_ERROR' | 'PARSE_ERROR'

interface Spec {
  [field: string]: unknown
  object: 'openapi-spec'
  id: string
  slug: string
  createdAt: string
  updatedAt: string
  visibility: 'private' | 'public'
  sourceURL?: string
  processingState: 'pending' | 'progress' | 'complete'
  lastVersion?: string
  lastProcessedAt?: string
  lastProcessErrorCode?: SpecErrorCode
  lastProcessedErrors?: { message: string; code: SpecErrorCode }[]
}

export interface SpecVersion {
  id: string
  createdAt: string
  /** Name and text of the main file. */
  name: string
  text: string
  /** Parsed files by name. */
  filesystem: JsonObject
}

export interface SpecState {
  json: Spec
  /** By id, oldest first. */
  versions: Map<string, SpecVersion>
  /** Settles, and never rejects, when the last given source is processed. */
  processed: Promise<void>
  /** Sources given so far: what an older one says late is dropped. */
  generation: number
}
