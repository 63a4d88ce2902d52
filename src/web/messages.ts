/** What is said between a server and the thread in which its views are made. All of it is plain data, but bodies, which stream. */
import type { FindData } from '../../jobs/find.ts'
import type { PlainError } from '../model/plain-error.ts'
import type { FoundAnswer } from '../search/answer.ts'
import type { WebPlatform } from './source.ts'
import type { Look, Visitor } from './visitor.ts'

/** A platform without what is done elsewhere. */
export type PlainPlatform = Omit<WebPlatform, 'find'>

export interface ThreadTask {
  version: string
  platforms: readonly PlainPlatform[]
}

export type ToThread =
  | {
      type: 'request'
      id: number
      url: string
      method: string
      headers: [string, string][]
      visitor: Visitor
    }
  /** Nobody waits for it any more. */
  | { type: 'leave'; id: number }
  | { type: 'platforms'; platforms: readonly PlainPlatform[] }
  | { type: 'found'; search: number; answer: FoundAnswer }
  | { type: 'not-found'; search: number; error: PlainError }

export type FromThread =
  | {
      type: 'answer'
      id: number
      status: number
      headers: [string, string][]
      body: ReadableStream | null
      looks: readonly Look[]
    }
  | { type: 'find'; search: number; platform: string; data: FindData }
  | { type: 'leave-find'; search: number }
  | { type: 'failed'; path: string; error: PlainError }
