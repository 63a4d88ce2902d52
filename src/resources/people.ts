/**
 * A person is kept twice under one id: an account (`user`), for ever, because what they wrote may still be there; and a
 * membership while they are in the organization.
 */
import type { Kind } from '../model/resource.ts'
import { member } from './member.ts'
import { user } from './user.ts'

export const ACCOUNT = user.kind
export const MEMBERSHIP = member.kind

/** The account first: a membership's own copy of the person is as old as its last change. */
export const PERSON_KINDS = [ACCOUNT, MEMBERSHIP] as const

export function isPersonKind(kind: Kind): kind is (typeof PERSON_KINDS)[number] {
  return PERSON_KINDS.some(known => known === kind)
}
