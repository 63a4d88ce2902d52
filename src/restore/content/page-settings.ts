/** What a batch can say of a page beside its body and its place: for a new one, and for one that is there. */
import { type Fields, textOf } from '../../model/fields.ts'
import type { StateItem } from '../state.ts'

const FLAGS = ['hidden', 'noIndex', 'noRobotsIndex'] as const
/** Can be set, and taken away only by putting the page back as a whole. */
const KEPT = ['slug', 'emoji', 'icon', 'condition'] as const

/** Of a new page: what it has. */
export function settingsOf({ json }: Pick<StateItem, 'json'>): Record<string, unknown> {
  const set = ['description', ...KEPT, ...FLAGS].flatMap(name =>
    isSet(json[name]) ? [[name, json[name]]] : [],
  )
  return { title: titleOf(json), ...Object.fromEntries(set) }
}

/** What has to be said so that a page with these fields becomes as the item is; empty when nothing has to be. */
export function settingChanges({ json }: Pick<StateItem, 'json'>, there: Fields): Record<string, unknown> {
  const changes: Record<string, unknown> = {}
  if (titleOf(json) !== titleOf(there)) changes.title = titleOf(json)
  const description = textOf(json.description) ?? ''
  if (description !== (textOf(there.description) ?? '')) changes.description = description
  for (const name of FLAGS)
    if ((json[name] === true) !== (there[name] === true)) changes[name] = json[name] === true
  for (const name of KEPT) if (isSet(json[name]) && json[name] !== there[name]) changes[name] = json[name]
  return changes
}

/** No page is without a title. */
function titleOf({ title }: Fields): string {
  return textOf(title) || 'Untitled'
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== false
}
