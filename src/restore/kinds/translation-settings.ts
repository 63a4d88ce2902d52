import { isFields, listOf, recordOf, textOf } from '../../model/fields.ts'
import { rewriteReferences } from '../../space/references.ts'
import type { MapId } from '../match/ids.ts'
import { onlyOf } from './known-fields.ts'
import { type ItemOf, phases, restorer } from './restorer.ts'

/** The document's have a title and languages; those of other services are of a space into a language. */
export const translationSettings = restorer({
  kind: 'translation-settings',
  phase: phases.translations,
  key: (item, map) => textOf(item.json.title) ?? ofSpace(item, map),
  obstacle: (item, { service, map }) => {
    const isOfSpace = recordOf(item.json.source) !== null
    if (isOfSpace !== (service !== 'document')) return 'this service keeps translations in another form'
    return isOfSpace && sourceOf(item, map) === null ? 'the space that it translates is not there' : null
  },
  create: async ({ context: { platform, organization }, knowledge: { map } }, item) => {
    const source = sourceOf(item, map)
    const input =
      source === null
        ? settingsOf(item)
        : { source, language: textOf(item.json.language) ?? '', ...instructionsOf(item, map) }
    const made = await platform.translations.create(organization, input)
    return { id: made.id, json: made }
  },
  settings: [
    {
      name: 'languages and instructions',
      phase: phases.translations,
      fields: (item, map) => ({
        ...(listOf(item.json.languages).length === 0 ? {} : { languages: settingsOf(item).languages }),
        ...instructionsOf(item, map),
      }),
      write: async ({ context: { platform, organization }, knowledge: { map } }, target, _fields, item) => {
        const { instructions } = instructionsOf(item, map)
        await platform.translations.update(
          organization,
          target,
          instructions === undefined ? settingsOf(item) : { instructions },
        )
      },
    },
  ],
  remove: ({ context: { platform, organization } }, { id }) => platform.translations.delete(organization, id),
  lost: [
    { field: 'id', why: 'new-one' },
    { field: 'createdAt', why: 'date' },
    {
      field: 'languages',
      why: 'undocumented-field',
      when: onlyOf(['document']),
    },
    { field: 'source.space', why: 'translates-other' },
    { field: 'result', why: 'other-result' },
  ],
})

function ofSpace(item: ItemOf<'translation-settings'>, map: MapId): string | null {
  const source = sourceOf(item, map)
  return source === null ? null : `${source.space} ${textOf(item.json.language)}`
}

function sourceOf(
  { json }: ItemOf<'translation-settings'>,
  map: MapId,
): { space: string; language: string } | null {
  const source = recordOf(json.source)
  const space = source === null ? null : map('space', textOf(source.space) ?? '')
  return space === null ? null : { space, language: textOf(source?.language) ?? '' }
}

function settingsOf({ json }: ItemOf<'translation-settings'>): { title: string; languages?: string[] } {
  const languages = listOf(json.languages).map(String).toSorted()
  return { title: textOf(json.title) ?? '', ...(languages.length === 0 ? {} : { languages }) }
}

function instructionsOf({ json }: ItemOf<'translation-settings'>, map: MapId): { instructions?: object } {
  if (!isFields(json.instructions)) return {}
  return { instructions: rewriteReferences(json.instructions, ({ kind, id }) => map(kind, id)).value }
}
