/** What the settings of approvals need of others: somebody who can approve. */
import { GUARDED_ACTIONS, type GuardedAction, roleToApprove } from '../src/model/approval.ts'
import { ROLES } from '../src/model/role.ts'
import type { Config } from './settings.ts'

export function findApprovalProblems(config: Config): string[] {
  const actions = GUARDED_ACTIONS.filter(action => config['approvals.actions'].includes(action))
  if (actions.length === 0) return []
  if (config['server.oidc.issuer'] === null)
    return [
      'approvals.actions: server.oidc.issuer is missing; who approves has to be a person whom an issuer knows',
    ]
  return actions.filter(action => !canBeApproved(config, action)).map(withoutRole)
}

function canBeApproved(config: Config, action: GuardedAction): boolean {
  const needed = ROLES.indexOf(roleToApprove(action))
  return config['server.roles'].some(({ role }) => ROLES.indexOf(role) >= needed)
}

function withoutRole(action: GuardedAction): string {
  return `approvals.actions: ${action} is for the role ${roleToApprove(action)} to approve, and server.roles gives that to nobody`
}
