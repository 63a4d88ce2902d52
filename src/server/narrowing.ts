/** What a request may be about, for who has a role in some organizations only. What they may not see is as if it were not there. */
import { DocvaultError, UsageError } from '../model/errors.ts'
import type { Role } from '../model/role.ts'
import { type Identity, mayDo, NothingThere, organizationsFor, RoleMissing } from './people/identity.ts'

/**
 * Id of the organization; undefined: every one, for who has the role in all. Who has it in a single one need not name it.
 * Throws NothingThere, RoleMissing, UsageError.
 */
export function organizationFor(
  identity: Identity,
  role: Role,
  named: string | undefined,
): string | undefined {
  const own = organizationsFor(identity, role)
  if (own === null) return named
  if (named === undefined) {
    const [only, ...others] = own
    if (only === undefined) throw new NothingThere('nothing is known here of what the role is for')
    if (others.length === 0) return only
    throw new UsageError('which organization?', { hint: `yours are ${own.join(', ')}` })
  }
  if (own.includes(named)) return named
  if (!mayDo(identity, 'viewer', named)) throw new NothingThere(`there is no organization ${named}`)
  throw new RoleMissing(`that needs the role ${role} in ${named}`, `you have it in ${own.join(', ')}`)
}

/** What is about several organizations, or the whole vault. Throws RoleMissing. */
export function assertEverywhere(identity: Identity, role: Role, what: string): void {
  if (mayDo(identity, role, null)) return
  throw new RoleMissing(`${what} needs the role ${role} in every organization`, 'ask somebody who has it')
}

/** Errors about names may have names of other organizations in them. Throws NothingThere in their place. */
export async function withoutForeignNames<T>(
  identity: Identity,
  work: () => T | Promise<T>,
): Promise<Awaited<T>> {
  try {
    return await work()
  } catch (error) {
    const isAboutNames = error instanceof DocvaultError && error.code === 'usage'
    if (!isAboutNames || mayDo(identity, 'viewer', null)) throw error
    throw new NothingThere('what is named is not there')
  }
}
