/** Words of the glossary. The service answers nothing to a change: what was made is found by what it says. */
import { canonicalJson } from '../../model/digest.ts'
import { recordOf } from '../../model/fields.ts'
import type { RestoreContext } from '../apply/session.ts'
import { type ItemOf, type Made, phases, restorer } from './restorer.ts'

export const glossaryEntry = restorer({
  kind: 'glossary-entry',
  phase: phases.translations,
  key: ({ json }) => canonicalJson(wordsOf(json)),
  create: async ({ context }, { json }) => {
    const { platform, organization } = context
    await platform.glossary.change(organization, [{ type: 'insert', translations: wordsOf(json) }])
    const made = await findEntry(context, json)
    // The service answers nothing, and shows it in its list at once.
    if (made === null) throw new Error('the glossary does not show what was written')
    return made
  },
  find: ({ context }, { json }) => findEntry(context, json),
  requests: () => 2,
  settings: [
    {
      name: 'words',
      phase: phases.translations,
      fields: ({ json }) => ({ translations: wordsOf(json) }),
      write: async ({ context: { platform, organization } }, target, { translations }) => {
        const words = wordsOf({ translations })
        await platform.glossary.change(organization, [{ type: 'update', id: target, translations: words }])
      },
    },
  ],
  remove: ({ context: { platform, organization } }, { id }) =>
    platform.glossary.change(organization, [{ type: 'delete', id }]),
  lost: [
    { field: 'id', why: 'new-one' },
    { field: 'createdAt', why: 'date' },
  ],
})

function wordsOf({ translations }: ItemOf<'glossary-entry'>['json']): Record<string, string> {
  const words = Object.entries(recordOf(translations) ?? {})
  return Object.fromEntries(words.map(([language, word]) => [language, String(word)]))
}

async function findEntry(
  { platform, organization }: RestoreContext,
  json: ItemOf<'glossary-entry'>['json'],
): Promise<Made | null> {
  const wanted = canonicalJson(wordsOf(json))
  for await (const entry of platform.glossary.list(organization))
    if (canonicalJson(entry.translations) === wanted) return { id: entry.id, json: entry }
  return null
}
