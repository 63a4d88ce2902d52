/** Requests for approval in the ledgers of the vaults: they name people, so they are for auditors. */
import { type JudgedApproval, judgeApproval } from '../../approvals/judge.ts'
import { DocvaultError } from '../../model/errors.ts'
import type { WebPlatform } from '../source.ts'
import { auditsIn } from '../visitor.ts'
import type { Asked } from './asked.ts'

export interface ApprovalRead extends JudgedApproval {
  platform: string
}

/** The newest first. */
export function approvalsOf(asked: Asked): ApprovalRead[] {
  return asked.source
    .platforms()
    .flatMap(platform => approvalsIn(platform, asked))
    .sort((a, b) => b.at.localeCompare(a.at))
}

/** A vault that cannot be read is told of by the front page. */
function approvalsIn(platform: WebPlatform, { source, readers, visitor }: Asked): ApprovalRead[] {
  try {
    const { vault } = readers.of(platform)
    return vault
      .approvals()
      .filter(
        ({ organization }) =>
          visitor.audits === null || (organization !== null && auditsIn(visitor, organization)),
      )
      .map(approval => ({ ...judgeApproval(approval, source.now()), platform: platform.name }))
  } catch (error) {
    if (error instanceof DocvaultError) return []
    throw error
  }
}
