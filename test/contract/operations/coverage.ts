/**
 * The last claim of every section's suite: all its operations were called, each was answered with every success
 * status that it has, and with no other success.
 */
import { expect } from 'vitest'
import { type Operation, readOperations } from '../../../scripts/docs/operations.ts'
import type { Watch } from './watch.ts'

/** Of what answers 200 although it is a POST. */
const POSTS_ANSWERING_200 =
  /^(?:postComment|publishIntegration|(?:move|transfer|restore|merge)[A-Z]|updateChangeRequest$|updateOrganizationMember|setUserAsSSO)/

/** Of deletes that the document answers with 204; all others answer 205, and 204 when there is nothing. */
const DELETES_ANSWERING_204 =
  /^(?:remove(?:Member|Team)From|deleteMemberFrom|deleteOrganizationSAML|unpublish)/

export function expectCoverage(watch: Watch, section: string): void {
  const operations = readOperations().filter(one => one.section === section)
  const seen = operations.map(({ name }) => [name, successesOf(watch, name)])
  expect(Object.fromEntries(seen)).toEqual(
    Object.fromEntries(operations.map(operation => [operation.name, statusesOf(operation)])),
  )
}

function successesOf(watch: Watch, operation: string): number[] {
  return watch.statusesOf(operation).filter(status => status < 400)
}

/** Of an operation that did what it is for, and of a delete of what is not there. */
function statusesOf({ name, method }: Operation): number[] {
  if (method === 'DELETE') return DELETES_ANSWERING_204.test(name) ? [204] : [204, 205]
  if (name === 'createOrUpdateOpenAPISpecBySlug') return [200, 201]
  if (name === 'createOrganizationTeam') return [201]
  if (name === 'updateMembersInOrganizationTeam' || name === 'addMemberToOrganizationTeamById') return [204]
  return method === 'POST' && !POSTS_ANSWERING_200.test(name) ? [201] : [200]
}
