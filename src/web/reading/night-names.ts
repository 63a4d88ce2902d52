/** Snapshots by other names than their numbers: `latest`, a tag, a day, a time. The address with the number lasts. */
import { UsageError } from '../../model/errors.ts'
import { type Asked, type OrganizationAsked, organizationOf } from './asked.ts'
import { NotThere } from './errors.ts'

/** Null: it has the number already. `/o/ORG/at/NAME…`. Throws NotThere, UsageError. */
export function numberedAddress(asked: Asked, { pathname, search }: URL): string | null {
  const name = asked.param('snap')
  if (/^\d{1,9}$/.test(name)) return null
  const snapshot = numberOf(asked, organizationOf(asked), name)
  const [root, folder, organization, at, last, ...rest] = pathname.split('/')
  const end = rest.length === 0 && last?.endsWith('.json') ? '.json' : ''
  return [root, folder, organization, at, `${snapshot}${end}`, ...rest].join('/') + search
}

function numberOf({ visitor }: Asked, { vault, id }: OrganizationAsked, name: string): number {
  const spelled = /^\d{4}-/.test(name) ? `@${name}` : name
  try {
    return vault.resolve(spelled, { organization: id }).snapshot
  } catch (error) {
    // The error names the tags of other organizations.
    if (visitor.sees === null || !(error instanceof UsageError)) throw error
    throw new NotThere(`no night is called ${name}`)
  }
}
