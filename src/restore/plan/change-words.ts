/** What a setting is and what it becomes, for a tired reader: `role: read → admin`. */
import { canonicalJson } from '../../model/digest.ts'
import type { Fields } from '../fields.ts'

const MOST_CHARACTERS = 60

export function changeWords(there: Fields, wanted: Fields): string {
  const changed = Object.keys(wanted).filter(
    key => canonicalJson(wanted[key] ?? null) !== canonicalJson(there[key] ?? null),
  )
  return changed.map(key => `${wordsOf(key)}: ${shown(there[key])} → ${shown(wanted[key])}`).join(', ')
}

/** `defaultLevel` is the default level. */
function wordsOf(key: string): string {
  return key.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
}

function shown(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'none'
  const text = typeof value === 'string' ? value : canonicalJson(value)
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text
}
