/** What a row says under before and after: the fields that differ, or what names a thing that came or went. */
import type { DescribedChange, FieldChange } from '../../diff/change.ts'
import { formatValue } from '../../diff/format-value.ts'
import { digestOf } from '../../model/digest.ts'
import { recordOf } from '../../model/fields.ts'
import type { Kind, Kinds } from '../../model/resource.ts'
import type { Item } from '../../resources/resource.ts'

const MAX_SHOWN = 120

/** Of something that came or went: these members say what it is. */
const telling = [
  'role',
  'permission',
  'team.role',
  'level',
  'visibility',
  'published',
  'active',
  'status',
  'defaultRole',
  'defaultLevel',
  'ssoURL',
  'disabled',
  'sso',
  'scopes',
] as const satisfies readonly Kinds[Kind]['fields'][]

export function valuesOf(
  change: DescribedChange,
  fields: readonly FieldChange[],
  items: { before: Item | null; after: Item | null },
): { before: string; after: string } {
  if (change.type === 'modified') return { before: side(fields, 'before'), after: side(fields, 'after') }
  return { before: summaryOf(items.before), after: summaryOf(items.after) }
}

function side(fields: readonly FieldChange[], which: 'before' | 'after'): string {
  return fields.map(field => `${field.path}: ${shown(field.path, field[which])}`).join('; ')
}

function summaryOf(item: Item | null): string {
  if (item === null) return 'absent'
  const said = telling.flatMap(path => {
    const value = path.split('.').reduce((above: unknown, key) => recordOf(above)?.[key], item)
    return value === undefined ? [] : [`${path}: ${shown(path, value)}`]
  })
  return said.length > 0 ? said.join('; ') : 'present'
}

/** A certificate is told by its fingerprint, a role of null by what it means. */
function shown(path: string, value: unknown): string {
  if (value === null || value === undefined) return /role|permission|level/i.test(path) ? 'none' : 'absent'
  const text = formatValue(value)
  if (path === 'certificate' || text.length > MAX_SHOWN)
    return `SHA-256 ${digestOf(String(value)).slice(0, 16)}`
  return text
}
