/** Whether somebody may decide on a request for approval: a person whom the issuer knows, with the role for it. */
import { type Approval, roleToApprove } from '../../model/approval.ts'
import { type Identity, mayDo, RoleMissing } from './identity.ts'

/** Answers what to enter of them. Throws RoleMissing. */
export function assertMayDecide(
  identity: Identity,
  { action, organization, what }: Pick<Approval, 'action' | 'organization' | 'what'>,
): { by: string; subject: string } {
  const { kind, name: by, subject } = identity
  if (kind !== 'person' || subject === null)
    throw new RoleMissing(
      `${by} is no person: only who signs in with the issuer approves`,
      'sign in, and approve on the page /approvals; or use `docvault approve`',
    )
  const role = roleToApprove(action)
  if (mayDo(identity, role, organization)) return { by, subject }
  const where = organization === null ? 'in every organization' : `in organization ${organization}`
  throw new RoleMissing(
    `${what} is for the role ${role} ${where} to approve`,
    'whoever runs this server gives roles to groups (server.roles)',
  )
}
