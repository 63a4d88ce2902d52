/** `approvals`: what waits for somebody to agree, and what became of what was asked for. */
import { isGuarded } from '../../jobs/approvals.ts'
import { type JudgedApproval, judgeApproval } from '../approvals/judge.ts'
import { GUARDED_ACTIONS, shortRequest } from '../model/approval.ts'
import type { CommandContext, CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { openConfigured } from './open-vault.ts'
import { printTable } from './table.ts'
import { printable } from './terminal.ts'

export const approvals: CommandModule = {
  examples: [
    ['docvault approvals', 'what waits for another person, and what may be done now'],
    ['docvault approvals --all', 'what was denied, used, or is over as well'],
  ],
  define(command) {
    command.option('--all', 'what was denied, used or is over as well')
  },
  async run(context) {
    const { options, terminal, now } = context
    const vault = openConfigured(context)
    const known = vault.approvals().map(approval => judgeApproval(approval, now()))
    vault.close()
    const open = known.filter(({ state }) => state === 'waiting' || state === 'approved')
    const shown = options.flag('all') ? known : open
    for (const approval of shown) terminal.event('approval', { ...approval })
    terminal.event('summary', { open: open.length, asked: known.length })
    if (shown.length === 0) terminal.line(nothingWords(context, known))
    else print(context, shown)
    return exitCodes.done
  },
}

function nothingWords({ config }: CommandContext, known: readonly JudgedApproval[]): string {
  if (known.length > 0) return 'nothing waits; --all shows what was asked for before'
  const guarded = GUARDED_ACTIONS.filter(action => isGuarded(config(), action))
  if (guarded.length === 0)
    return 'nothing needs an approval: approvals.actions (DOCVAULT_APPROVALS_ACTIONS) names what does'
  return `nothing was ever asked for; ${guarded.join(', ')} ${guarded.length === 1 ? 'needs' : 'need'} two people`
}

function print({ terminal }: CommandContext, shown: readonly JudgedApproval[]): void {
  const rows = shown.map(approval => [
    shortRequest(approval),
    approval.state,
    printable(approval.what),
    printable(approval.by),
    printable(approval.approvals.map(({ by }) => by).join(', ')),
    terminal.when(approval.at),
    endOf(approval, terminal.when),
  ])
  const head = ['request', 'state', 'what', 'asked by', 'approved by', 'asked', 'end']
  const narrow = [
    ['what', 20],
    ['approved by', 8],
    ['asked by', 8],
  ] as const
  printTable(terminal, { head, rows, narrow })
  for (const approval of shown.filter(({ state }) => state === 'waiting'))
    terminal.line(`\`docvault approve ${shortRequest(approval)}\` agrees to it`)
}

function endOf({ state, expires, denied, used }: JudgedApproval, when: (iso: string) => string): string {
  if (denied !== null) return printable(`denied by ${denied.by}: ${denied.reason}`)
  if (used !== null) return `used ${when(used.at)}`
  return state === 'expired' ? `over since ${when(expires)}` : `until ${when(expires)}`
}
