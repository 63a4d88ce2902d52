import { listOf, textOf } from '../fields.ts'
import { phases, type Restorer } from '../restorer.ts'
import { inputOf } from './translation-input.ts'

export const translationSettings: Restorer = {
  kind: 'translation-settings',
  phase: phases.translations,
  key: ({ json }) => textOf(json.title) ?? textOf(json.language),
  create: async ({ platform, organization, map }, item) => {
    const made = await platform.translations.create(organization, inputOf(item.json, map))
    return { id: made.id, json: made }
  },
  settings: [
    {
      name: 'languages',
      phase: phases.translations,
      fields: ({ json }) => ({ languages: listOf(json.languages).map(String).toSorted() }),
      write: async ({ platform, organization, map }, target, _fields, item) => {
        await platform.translations.update(organization, target, inputOf(item.json, map))
      },
    },
  ],
  remove: ({ platform, organization }, { id }) => platform.translations.delete(organization, id),
  lost: [
    { field: 'id', why: 'a new one' },
    { field: 'createdAt', why: 'dates cannot be set' },
    { field: 'languages', why: 'the document names no such field; some services take it all the same' },
  ],
}
