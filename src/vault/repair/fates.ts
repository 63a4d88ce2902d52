/** What is known of a content that lies in a damaged block, and what became of it. */
import type { Digest } from '../../model/digest.ts'
import type { ContentRow } from '../catalog/contents.ts'
import type { FoundBytes, RemedyAction } from './types.ts'

export interface ContentOutcome {
  content: number
  digest: Digest
  action: RemedyAction
  from: string | null
  words: string
}

/** What becomes of a content that lies in a damaged block. `read`: it can be read as it is. */
export type Fate = { row: ContentRow } & (
  | { is: 'read' }
  | { is: 'found'; found: FoundBytes }
  | { is: 'lost'; why: string }
  | { is: 'unknown'; why: string }
)

/** Why a content cannot be read, by its number. */
export type Damages = ReadonlyMap<number, string>
