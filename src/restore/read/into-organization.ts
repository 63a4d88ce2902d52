/** `--to`: which organization is restored into, by its id or, where only one is called so, by its title. */
import { UsageError } from '../../model/errors.ts'
import type { Platform } from '../../platform/client.ts'
import type { Organization } from '../../platform/operations/organizations.ts'

const MOST_NAMED = 10

/** Its id. Throws UsageError, naming those that it could be, where none or more than one is meant. */
export async function findIntoOrganization(platform: Platform, name: string): Promise<string> {
  const all: Organization[] = []
  for await (const organization of platform.organizations.list()) all.push(organization)
  if (all.some(organization => organization.id === name)) return name
  const titled = all.filter(organization => organization.title === name)
  const [only] = titled
  if (only !== undefined && titled.length === 1) return only.id
  if (titled.length > 1)
    throw new UsageError(`--to: the token sees ${titled.length} organizations called ${name}`, {
      hint: `name it by its id: ${titled.map(organization => organization.id).join(', ')}`,
    })
  throw new UsageError(`--to: the token sees no organization ${name}`, { hint: hintFor(all) })
}

function hintFor(all: readonly Organization[]): string {
  if (all.length === 0) return 'it sees none at all: use the token of somebody who is in the organization'
  const named = all.slice(0, MOST_NAMED).map(organization => `${organization.title} (${organization.id})`)
  const more = all.length > MOST_NAMED ? `, and ${all.length - MOST_NAMED} more` : ''
  return `it sees ${named.join(', ')}${more}`
}
