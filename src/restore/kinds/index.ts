/** How each kind is put back. A kind without a line here is archive only; its declaration says why. */
import type { Kind } from '../../model/resource.ts'
import type { Restorer } from '../restorer.ts'
import { changeRequest } from './change-request.ts'
import { changeRequestReviewer } from './change-request-reviewer.ts'
import { collection } from './collection.ts'
import { changeRequestComment, changeRequestReply, comment, commentReply } from './comment.ts'
import { member, user } from './member.ts'
import { openApiSpec, openApiSpecVersion } from './openapi-spec.ts'
import { organization } from './organization.ts'
import { space } from './space.ts'
import { team, teamMember } from './team.ts'
import { translationSettings } from './translation-settings.ts'

export const restorers: readonly Restorer[] = [
  organization,
  user,
  member,
  team,
  teamMember,
  openApiSpec,
  openApiSpecVersion,
  collection,
  space,
  translationSettings,
  changeRequest,
  comment,
  commentReply,
  changeRequestComment,
  changeRequestReply,
  changeRequestReviewer,
]

export const restorerOf: ReadonlyMap<Kind, Restorer> = new Map(restorers.map(one => [one.kind, one]))
