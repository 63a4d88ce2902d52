/**
 * Translations: api.md 4.17. The document's `translation-settings` and the published `translation` come from the
 * same path and are told apart by `object` (facts.md 6.12 and 8).
 */
import { z } from 'zod'
import type { Caller } from '../caller.ts'

export const translationSchema = z.looseObject({
  id: z.string().min(1),
  object: z.string().nullish(),
  title: z.string().nullish(),
})
export type Translation = z.infer<typeof translationSchema>

export const translationOperations = (caller: Caller) => ({
  list: (organization: string) =>
    caller.list(
      ['listTranslations', ['orgs', organization, 'translations']],
      translationSchema,
      one => one.id,
    ),
  /** Null where the platform answers 404. */
  find: (organization: string, translation: string) =>
    caller.find(['getTranslation', ['orgs', organization, 'translations', translation]], translationSchema),
})
