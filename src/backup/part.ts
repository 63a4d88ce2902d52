/**
 * A body that the vault has, as it belongs to an item.
 */
import type { NotOfferedBody } from '../resources/resource.ts'
import type { StoredContent } from '../vault/vault.ts'

export interface Part extends StoredContent {
  name: string
  /** At hand when the body was fetched just now and is small. */
  bytes?: Buffer
  /** Size that the platform announced. */
  announced?: number
}

/** What became of one body. */
export type Fetched = Part | NotOfferedBody | 'stale' | 'nothing'
