/**
 * Translations: docs/reference/operations.md, 4.17. The document's `translation-settings` and the published
 * `translation` come from the same path and are told apart by `object` (docs/development/platform.md#translations).
 */
import { z } from 'zod'
import type { Caller } from '../caller.ts'
import { flagsSchema, idSchema, linksSchema, open } from './shapes.ts'

const OBJECTS = ['translation-settings', 'translation'] as const

const translationSchema = z.looseObject({
  object: open(OBJECTS).nullish(),
  id: idSchema,
  title: z.string().nullish(),
  languages: z.array(z.string()).nullish(),
  /** From here on, of the published service. */
  source: z.looseObject({ space: z.string(), language: z.string().nullish() }).nullish(),
  language: z.string().nullish(),
  /** A document. */
  instructions: z.looseObject({}).nullish(),
  /** A space whose content is generated. */
  result: z.looseObject({ space: z.string(), revision: z.string().nullish() }).nullish(),
  status: open(['pending', 'running', 'completed']).nullish(),
  stats: z.looseObject({}).nullish(),
  createdAt: z.string().nullish(),
  updatedAt: z.string().nullish(),
  permissions: flagsSchema,
  urls: linksSchema,
})
export type Translation = z.infer<typeof translationSchema>

/** The first is the document's, the second that of the published service. */
type NewTranslation =
  | { title: string; languages?: readonly string[] }
  | { source: { space: string; language: string }; language: string; instructions?: object }
type TranslationChange = { title: string; languages?: readonly string[] } | { instructions: object }

export const translationOperations = (caller: Caller) => ({
  list: (organization: string) =>
    caller.list(['listTranslations', pathOf(organization)], translationSchema, item => item.id),
  create: (organization: string, translation: NewTranslation) =>
    caller.send(['createTranslation', 'POST', pathOf(organization), translation], translationSchema),
  /** Null where the platform answers 404. */
  find: (organization: string, translation: string) =>
    caller.find(['getTranslation', pathOf(organization, translation)], translationSchema),
  update: (organization: string, translation: string, change: TranslationChange) =>
    caller.send(['updateTranslation', 'PUT', pathOf(organization, translation), change], translationSchema),
  delete: (organization: string, translation: string) =>
    caller.run(['deleteTranslation', 'DELETE', pathOf(organization, translation)]),
})

function pathOf(organization: string, ...rest: readonly string[]): string[] {
  return ['orgs', organization, 'translations', ...rest]
}
