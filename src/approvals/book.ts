/**
 * Asks for approvals, gives, denies and uses them: each is one entry of the vault's ledger, decided upon in the transaction
 * that writes it, so that neither two processes nor a repetition can use one approval twice. It needs no lease. Who somebody
 * is, and whether they have the role, is for the caller to know.
 */
import { openSigner } from '../audit/ledger/keys.ts'
import { noteAct } from '../audit/ledger/write.ts'
import type { AnnotationAct } from '../model/annotations.ts'
import {
  type Approval,
  type ApprovalActor,
  approvalStateOf,
  type Guarded,
  peopleOf,
  shortRequest,
} from '../model/approval.ts'
import { canonicalJson, digestOf } from '../model/digest.ts'
import { openLedger, type Transacting } from '../vault/ledger.ts'
import { ApprovalNeeded, ApprovalRefused } from './errors.ts'
import { findRequest } from './find-request.ts'

export interface ApprovalBookOptions {
  vaultPath: string
  /** `audit.keyFile`: signs what is entered. */
  keyFile: string | null
  /** Milliseconds since the epoch. */
  now(): number
}

/** A person whom the issuer knows. */
export interface Approver {
  by: string
  subject: string
}

/** Each call opens the ledger and closes it. */
export interface ApprovalBook {
  /** The one that waits or is approved for exactly this, or a new one. */
  request(guarded: Guarded, actor: ApprovalActor): Approval
  /** By its digest, or enough of the beginning. Throws UsageError, ApprovalRefused. */
  approve(request: string, approver: Approver): Approval
  /** Throws UsageError, ApprovalRefused. */
  deny(request: string, approver: Approver, reason: string): Approval
  /** Asks for it where there is none, and throws ApprovalNeeded. */
  assert(guarded: Guarded, actor: ApprovalActor): void
  /** Uses up the approval of exactly this. Where there is none, asks for it and throws ApprovalNeeded. */
  use(guarded: Guarded, actor: ApprovalActor): void
}

export function openApprovalBook(options: ApprovalBookOptions): ApprovalBook {
  return {
    request: (guarded, actor) => entering(options, writing => requested(writing, guarded, actor)),
    approve: (request, { by, subject }) =>
      entering(options, writing => {
        const found = undecided(writing, request)
        if (found.subject === subject)
          throw new ApprovalRefused(found, 'whoever asks for something cannot approve it', ANOTHER)
        if (peopleOf(found).has(subject))
          throw new ApprovalRefused(found, `${by} has approved it already`, ANOTHER)
        writing.enter({ act: 'approval', request: found.request, subject }, by)
        return now(writing, found)
      }),
    deny: (request, { by, subject }, reason) =>
      entering(options, writing => {
        const found = undecided(writing, request)
        writing.enter({ act: 'approval-denial', request: found.request, subject, reason }, by)
        return now(writing, found)
      }),
    assert(guarded, actor) {
      const { found, isApproved } = entering(options, writing => {
        const found = requested(writing, guarded, actor)
        return { found, isApproved: approvalStateOf(found, writing.nowMs) === 'approved' }
      })
      if (!isApproved) throw new ApprovalNeeded(found)
    },
    use(guarded, actor) {
      const approval = entering(options, writing => {
        const found = requested(writing, guarded, actor)
        if (approvalStateOf(found, writing.nowMs) !== 'approved') return found
        writing.enter({ act: 'approval-use', request: found.request }, actor.by)
        return null
      })
      if (approval !== null) throw new ApprovalNeeded(approval)
    },
  }
}

const ANOTHER = 'another person has to'

interface Writing extends Pick<Transacting, 'approvals'> {
  nowMs: number
  enter(act: AnnotationAct, by: string): void
}

function entering<T>({ vaultPath, keyFile, now }: ApprovalBookOptions, work: (writing: Writing) => T): T {
  const signer = keyFile === null ? null : openSigner(keyFile, vaultPath)
  const ledger = openLedger(vaultPath, 'append')
  try {
    return ledger.transact(({ append, approvals }) => {
      const nowMs = now()
      const note = noteAct(signer, new Date(nowMs).toISOString())
      return work({ approvals, nowMs, enter: (act, by) => void append(note(act, by)) })
    })
  } finally {
    ledger.close()
  }
}

/** The newest for the same plan that is not over. */
function requested(writing: Writing, guarded: Guarded, { by, subject }: ApprovalActor): Approval {
  const { approvals, nowMs, enter } = writing
  const known = approvals().findLast(
    approval => isFor(approval, guarded) && OPEN.has(approvalStateOf(approval, nowMs)),
  )
  if (known) return known
  const request = digestOf(canonicalJson({ ...guarded, by, subject, at: nowMs, after: approvals().length }))
  enter({ act: 'approval-request', ...guarded, request, subject }, by)
  return now(writing, { request })
}

const OPEN: ReadonlySet<string> = new Set(['waiting', 'approved'])

function isFor(approval: Approval, { action, plan, organization }: Guarded): boolean {
  return approval.action === action && approval.plan === plan && approval.organization === organization
}

/** Throws UsageError, ApprovalRefused for what is over. */
function undecided({ approvals, nowMs }: Writing, name: string): Approval {
  const found = findRequest(approvals(), name)
  const state = approvalStateOf(found, nowMs)
  if (state === 'waiting') return found
  throw new ApprovalRefused(found, OVER[state], `\`docvault approvals\` shows ${shortRequest(found)}`)
}

const OVER = {
  approved: 'it is approved already',
  denied: 'it was denied',
  expired: 'its 24 hours are over: what wanted it has to be asked for again',
  used: 'it was used already: what wanted it is done or begun',
} as const

function now({ approvals }: Writing, { request }: Pick<Approval, 'request'>): Approval {
  return findRequest(approvals(), request)
}
