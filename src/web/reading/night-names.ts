/** Snapshots by other names than their numbers: `latest`, a tag, a day, a time. The address with the number lasts. */
import { UsageError } from '../../model/errors.ts'
import { type Asked, organizationOf } from './asked.ts'

/** Null: it has the number already. Throws NotThere, UsageError. */
export function numberedAddress(asked: Asked, { pathname, search }: URL): string | null {
  const name = asked.param('snap')
  if (/^\d{1,9}$/.test(name)) return null
  const { vault, id } = organizationOf(asked)
  const spelled = /^\d{4}-/.test(name) ? `@${name}` : name
  const { snapshot } = vault.resolve(spelled, { organization: id })
  const segments = pathname.split('/')
  const at = segments.indexOf('at') + 1
  if (at === 0) throw new UsageError(`${pathname} names no snapshot`)
  segments[at] = `${snapshot}${segments.length === at + 1 && pathname.endsWith('.json') ? '.json' : ''}`
  return segments.join('/') + search
}
