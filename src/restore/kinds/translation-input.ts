import { type Fields, isFields, listOf, textOf } from '../fields.ts'
import type { MapId } from '../ids.ts'

const PUBLISHED = ['language', 'instructions'] as const

/** The document knows the title; the published service wants source, language and instructions. */
export function inputOf(json: Fields, map: MapId): { title: string; [field: string]: unknown } {
  const source = isFields(json.source) ? json.source : null
  const space = source === null ? null : map('space', textOf(source.space) ?? '')
  const languages = listOf(json.languages)
  const set = PUBLISHED.flatMap(name => (json[name] === undefined ? [] : [[name, json[name]]]))
  return {
    title: textOf(json.title) ?? '',
    ...(languages.length > 0 ? { languages } : {}),
    ...(source !== null && space !== null ? { source: { ...source, space } } : {}),
    ...Object.fromEntries(set),
  }
}
