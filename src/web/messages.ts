/**
 * What is said between a server and the process in which its views are made. All of it is plain data. A body is sent part by
 * part, each when it is asked for, so that a slow reader of a large file holds one part and not the file.
 */
import type { FindData } from '../../jobs/find.ts'
import type { PlainError } from '../model/plain-error.ts'
import type { ApplyWish, ApprovalDesk, PlanWish, WebPlatform, WebSource } from './source.ts'
import type { Look, Visitor } from './visitor.ts'

/** A platform without what is done elsewhere. */
export type PlainPlatform = Omit<WebPlatform, 'find' | 'restores' | 'approvals'> & { restores: boolean }

/** What is the case now. */
export interface Standing {
  platforms: readonly PlainPlatform[]
  conditions: ReturnType<WebSource['conditions']>
  fleet: ReturnType<WebSource['fleet']>
}

/** The first that the process is told. */
export interface WebTask {
  type: 'begin'
  version: string
  standing: Standing
}

export interface PlainRequest {
  url: string
  method: string
  headers: [string, string][]
  /** Of a form; null where there is none. */
  body: string | null
}

/** What the process has done elsewhere, and by what it is done there. */
export type Errand =
  | { what: 'find'; data: FindData }
  | { what: 'plan'; data: PlanWish }
  | { what: 'apply'; data: ApplyWish }
  | { what: 'run'; data: string }
  | { what: 'ask'; data: Parameters<ApprovalDesk['ask']>[0] }
  | { what: 'decide'; data: Parameters<ApprovalDesk['decide']>[0] }

export type ToWeb =
  | WebTask
  | { type: 'request'; id: number; request: PlainRequest; visitor: Visitor }
  /** The next part of its body. */
  | { type: 'more'; id: number }
  /** Nobody waits for it, or for the rest of it, any more. */
  | { type: 'leave'; id: number }
  | { type: 'standing'; standing: Standing }
  | { type: 'done'; errand: number; answer: unknown }
  | { type: 'not-done'; errand: number; error: PlainError }

export type FromWeb =
  | {
      type: 'answer'
      id: number
      status: number
      headers: [string, string][]
      hasBody: boolean
      looks: readonly Look[]
    }
  /** null: there are no more. */
  | { type: 'part'; id: number; bytes: Uint8Array | null }
  | { type: 'broken-off'; id: number; error: PlainError }
  | { type: 'errand'; errand: number; platform: string; task: Errand }
  | { type: 'leave-errand'; errand: number }
  | { type: 'failed'; path: string; error: PlainError }
