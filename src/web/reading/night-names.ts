/** Snapshots by other names than their numbers: `latest`, a tag, a day, a time. The address with the number lasts. */
import { type Asked, organizationOf } from './asked.ts'

/** Null: it has the number already. `/o/ORG/at/NAME…`. Throws NotThere, UsageError. */
export function numberedAddress(asked: Asked, { pathname, search }: URL): string | null {
  const name = asked.param('snap')
  if (/^\d{1,9}$/.test(name)) return null
  const { vault, id } = organizationOf(asked)
  const spelled = /^\d{4}-/.test(name) ? `@${name}` : name
  const { snapshot } = vault.resolve(spelled, { organization: id })
  const [root, folder, organization, at, last, ...rest] = pathname.split('/')
  const end = rest.length === 0 && last?.endsWith('.json') ? '.json' : ''
  return [root, folder, organization, at, `${snapshot}${end}`, ...rest].join('/') + search
}
