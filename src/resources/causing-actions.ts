/** Which recorded actions can have caused a change of a kind: the operations of the platform that do it. */
export interface CausingAction {
  action: string
  /** Top-level fields that it sets; absent: more than one may be. */
  sets?: readonly string[]
}

export type Causes = Readonly<Partial<Record<'added' | 'modified' | 'removed', readonly CausingAction[]>>>

export function doing(actions: string): CausingAction[] {
  return actions.split(' ').map(action => ({ action }))
}

export function setting(fields: string, actions: string): CausingAction[] {
  return actions.split(' ').map(action => ({ action, sets: fields.split(' ') }))
}

/** Of what a member had. */
export const LEAVING = doing('removeMemberFromOrganizationById')

/** Of what a site had. */
export const OF_SITE = doing('deleteSiteById')
