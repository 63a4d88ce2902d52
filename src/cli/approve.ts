/** `approve`: a person whom the issuer knows agrees to what another one asked for, or denies it. Nothing is done by it. */
import { tenantOf } from '../../config/tenants.ts'
import { approvalBookOf } from '../../jobs/approvals.ts'
import { findRequest } from '../approvals/find-request.ts'
import { judgeApproval } from '../approvals/judge.ts'
import { oidcSettingsOf } from '../daemon/oidc-settings.ts'
import { type Approval, shortRequest } from '../model/approval.ts'
import { UsageError } from '../model/errors.ts'
import { plural } from '../model/plural.ts'
import { assertMayDecide } from '../server/people/approver.ts'
import { type Identity, personIdentity } from '../server/people/identity.ts'
import { openIssuer } from '../server/people/issuer.ts'
import type { CommandContext, CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { openConfigured } from './open-vault.ts'
import { printable } from './terminal.ts'

export const approve: CommandModule = {
  examples: [
    ['docvault approve 3f9a1c02d4be', 'signs you in with the issuer, and agrees to that request'],
    ["docvault approve 3f9a1c02d4be --deny --reason 'not before the audit'", 'nobody can use it any more'],
  ],
  define(command) {
    command
      .argument('<request>', 'as `docvault approvals` calls it')
      .option('--deny', 'say no: it has to be asked for again')
      .option('--reason <text>', 'with --deny: why; it is kept in the ledger')
  },
  async run(context) {
    const { args, terminal, config, now, signal } = context
    const [name = ''] = args
    const reason = reasonIn(context)
    const known = requestNamed(context, name)
    const settings = oidcSettingsOf(config())
    if (settings === null)
      throw new UsageError('nobody can sign in: server.oidc.issuer is not set', {
        hint: 'who approves has to be a person whom an issuer knows',
      })
    terminal.line(printable(`request ${shortRequest(known)} of ${known.by}: ${known.what}`))
    const person = await openIssuer(settings, now).onDevice(({ address, code, expiresSeconds }) => {
      terminal.event('sign_in', { address, code, expires_seconds: expiresSeconds })
      terminal.line(printable(`sign in at ${address} with the code ${code}`))
    }, signal)
    const approver = assertMayDecide(identityOf(context, person, known), known)
    const book = approvalBookOf(config(), now)
    const decided =
      reason === null ? book.approve(known.request, approver) : book.deny(known.request, approver, reason)
    terminal.event('summary', { ...judgeApproval(decided, now()) })
    terminal.line(printable(wordsOf(decided, approver.by, now())))
    return exitCodes.done
  },
}

type Person = Parameters<typeof personIdentity>[0]

/** The vault is of one platform, and what is asked for in it is of the tenant of that one. */
function identityOf(context: CommandContext, person: Person, { organization }: Approval): Identity {
  const config = context.config()
  const platform = context.platforms().find(known => known.config['vault.path'] === config['vault.path'])
  const own = platform && tenantOf(platform)
  const roles = config['server.roles']
  return personIdentity(person, roles, tenant =>
    tenant === own && organization !== null ? [organization] : [],
  )
}

/** Null: it is approved. Throws UsageError. */
function reasonIn({ options }: CommandContext): string | null {
  const reason = options.text('reason')?.trim() ?? ''
  if (!options.flag('deny')) {
    if (reason === '') return null
    throw new UsageError('--reason goes with --deny')
  }
  if (reason === '')
    throw new UsageError('a request is denied with a reason', { hint: 'say it with --reason' })
  if (reason.length <= MOST_REASON) return reason
  throw new UsageError(`the reason has ${reason.length} characters`, { hint: `say it in ${MOST_REASON}` })
}

const MOST_REASON = 500

function requestNamed(context: CommandContext, name: string): Approval {
  const vault = openConfigured(context)
  try {
    return findRequest(vault.approvals(), name)
  } finally {
    vault.close()
  }
}

function wordsOf(decided: Approval, by: string, nowMs: number): string {
  const { state, missing, expires } = judgeApproval(decided, nowMs)
  if (state === 'denied') return `${by} has denied it: it has to be asked for again`
  if (missing > 0) return `${by} has approved it; ${plural(missing, 'more person', 'more people')} to go`
  return `${by} has approved it: whoever asked for it does the same again, until ${expires}`
}
