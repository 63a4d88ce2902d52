/** Which organizations there are to work on. */

import type { LeftOut } from '../src/backup/events.ts'
import { UsageError } from '../src/model/errors.ts'
import type { Platform } from '../src/platform/client.ts'
import { type UnreadableItem, UnreadableItems } from '../src/platform/errors.ts'
import type { Organization } from '../src/platform/operations/organizations.ts'
import { withClient } from './held.ts'
import type { JobData, QueuedContext } from './job.ts'
import { keepLeftOut } from './left-out.ts'

/** A whole organization comes with the list, so one request serves them all. */
export async function chosenOrganizations(
  platform: Platform,
  ids: readonly string[],
  leaveOut: (unreadable: UnreadableItem) => void = () => {},
): Promise<Organization[]> {
  if (ids.length > 0) return Promise.all(ids.map(id => platform.organizations.get(id)))
  const found: Organization[] = []
  try {
    for await (const organization of platform.organizations.list()) found.push(organization)
  } catch (error) {
    if (!(error instanceof UnreadableItems) || found.length === 0) throw error
    error.items.forEach(leaveOut)
  }
  if (found.length > 0) return found
  throw new UsageError("the token's owner is in no organization", {
    hint: 'use the token of somebody who can see one',
  })
}

/** One run for each; asks the platform only where the configuration does not say. */
export async function eachOrganization(context: QueuedContext, data: JobData): Promise<JobData[]> {
  const configured = context.config['platform.organizations']
  if (configured.length > 0) return configured.map(organization => ({ ...data, organization }))
  return withClient(context.held, context.signal, async platform => {
    const missed: LeftOut[] = []
    const found = await chosenOrganizations(platform, [], unreadable => missed.push(leftOut(unreadable)))
    missed.forEach(context.report)
    keepLeftOut(await context.held.vault(), missed)
    return found.map(({ id }) => ({ ...data, organization: id }))
  })
}

/** The others are backed up all the same. */
export function leftOut({ id, position, message }: UnreadableItem): LeftOut {
  const name = id === null ? `organization ${position} of the list` : `organization ${id}`
  return { type: 'left-out', organization: id, message: `${name} cannot be backed up: ${message}` }
}

/** One run for each organization that is backed up in the vault. */
export async function eachKeptOrganization(context: QueuedContext, data: JobData): Promise<JobData[]> {
  const vault = await context.held.vault()
  return vault.organizations().map(organization => ({ ...data, organization }))
}
