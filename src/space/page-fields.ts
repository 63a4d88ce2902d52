/** What a page's stored JSON says, in the words of a bundle. */
import type { SourceImage, SourcePage } from '../bundle/source.ts'
import { type Fields, recordOf, textOf, variablesOf } from '../model/fields.ts'

type Settings = Omit<SourcePage, 'type' | 'id' | 'markdown' | 'entries'>

export function entryFields(fields: Fields): { title: string; hidden?: boolean } {
  return { title: textOf(fields.title) ?? '', ...(fields.hidden === true ? { hidden: true } : {}) }
}

export function pageFields(fields: Fields): Settings {
  const texts = { description: fields.description, icon: fields.icon, emoji: fields.emoji }
  const flags = { hidden: fields.hidden, noIndex: fields.noIndex, noRobotsIndex: fields.noRobotsIndex }
  const path = textOf(recordOf(fields.git)?.path)
  const address = textOf(fields.path)
  const cover = coverOf(recordOf(fields.cover))
  const layout = recordOf(fields.layout)
  const variables = variablesOf(fields.variables)
  return {
    title: textOf(fields.title) ?? '',
    slug: textOf(fields.slug) ?? '',
    ...(path === null ? {} : { path }),
    ...(address === null ? {} : { address }),
    ...only(texts, (value): value is string => typeof value === 'string' && value !== ''),
    ...only(flags, value => value === true),
    ...(cover ? { cover } : {}),
    ...(layout ? { layout } : {}),
    ...(Object.keys(variables).length > 0 ? { variables } : {}),
  }
}

function only<K extends string, T>(
  values: Record<K, unknown>,
  wanted: (value: unknown) => value is T,
): Partial<Record<K, T>> {
  const kept: Partial<Record<K, T>> = {}
  for (const key in values) {
    const value: unknown = values[key]
    if (wanted(value)) kept[key] = value
  }
  return kept
}

function coverOf(cover: Fields | null): SourcePage['cover'] | null {
  if (!cover) return null
  const image = imageOf(recordOf(cover.ref))
  const dark = imageOf(recordOf(cover.refDark))
  const y = typeof cover.yPos === 'number' ? cover.yPos : null
  return { ...(image ? { image } : {}), ...(dark ? { dark } : {}), ...(y === null ? {} : { y }) }
}

function imageOf(ref: Fields | null): SourceImage | null {
  const file = textOf(ref?.file)
  const url = textOf(ref?.url)
  if (file !== null) return { file }
  return url === null ? null : { url }
}
