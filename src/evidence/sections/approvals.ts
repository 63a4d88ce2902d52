/** What two people had to want: who asked, who agreed or said no, and whether it was done. */
import { type Approval, approvalStateOf } from '../../model/approval.ts'
import { approvalActSchema, approvalsOf } from '../../model/approval-acts.ts'
import { isIn } from '../period.ts'
import { type SectionFacts, section } from '../section.ts'
import { isWanted, unknownBefore } from '../sources.ts'
import { timeWords } from '../words.ts'

interface ApprovalFact extends Pick<Approval, 'request' | 'action' | 'organization' | 'what' | 'at' | 'by'> {
  approved_by: string[]
  /** At the end of the period. */
  state: string
}

interface ApprovalsFacts extends SectionFacts {
  /** By the last settings that are recorded; null: none are. */
  guarded: string[] | null
  requests: ApprovalFact[]
}

export const approvals = section<ApprovalsFacts>({
  id: 'approvals',
  title: 'Approvals by a second person',
  note: "Acts in the vault's ledger. Whoever owns the machine can change the settings and the files: what is guarded binds those who use docvault, not those who own its machine.",
  collect(sources) {
    const { period, policies } = sources
    const said = sources.acts.acts.flatMap(({ act, at, by, fields }) => {
      const parsed = approvalActSchema.safeParse({ ...fields, act, at, by })
      return parsed.success ? [parsed.data] : []
    })
    const own = approvalsOf(said).filter(
      ({ at, organization, approvals, denied, used }) =>
        isWanted(sources, organization) &&
        [at, ...approvals.map(given => given.at), denied?.at, used?.at].some(
          time => time !== undefined && isIn(period, time),
        ),
    )
    const guarded = policies.at(-1)?.values['approvals.actions']
    const what = 'what needed the approval of a second person'
    return {
      guarded: Array.isArray(guarded) ? guarded.map(String) : null,
      requests: own.map(approval => factOf(approval, period.to)),
      unknown: unknownBefore(sources, policies.find(isRecorded)?.at ?? null, {
        ...{ what, why: 'the settings in force then are not recorded' },
      }),
    }
  },
  show: ({ guarded, requests }) => ({
    facts: [
      ['needs two people', guarded === null ? 'not known' : guarded.join(', ') || 'nothing'],
      ['asked for, decided or used in the period', String(requests.length)],
    ],
    tables: [
      {
        title: 'Requests',
        columns: ['request', 'asked', 'by', 'what', 'approved by', 'at the end'],
        rows: requests.map(({ request, at, by, what, approved_by, state }) => [
          ...[request.slice(0, 12), timeWords(at), by, what],
          ...[approved_by.join(', ') || 'nobody', state],
        ]),
      },
    ],
  }),
})

function isRecorded({ values }: { values: object }): boolean {
  return 'approvals.actions' in values
}

function factOf(approval: Approval, end: number): ApprovalFact {
  const { request, action, organization, what, at, by, approvals } = approval
  return {
    ...{ request, action, organization, what, at, by, approved_by: approvals.map(given => given.by) },
    state: approvalStateOf(approval, end),
  }
}
