/** *Extension.* The glossary that translations keep to. */
import { z } from 'zod'
import type { Caller } from '../caller.ts'
import { idSchema, linksSchema } from './shapes.ts'

/** By language. */
const translationsSchema = z.record(z.string(), z.string())

const glossaryEntrySchema = z.looseObject({
  id: idSchema,
  translations: translationsSchema,
  createdAt: z.string().nullish(),
  updatedAt: z.string().nullish(),
  urls: linksSchema,
})
export type GlossaryEntry = z.infer<typeof glossaryEntrySchema>

export type GlossaryChange =
  | { type: 'insert'; translations: Readonly<Record<string, string>> }
  | { type: 'update'; id: string; translations: Readonly<Record<string, string>> }
  | { type: 'delete'; id: string }

export const glossaryOperations = (caller: Caller) => ({
  /** *Extension.* */
  list: (organization: string) =>
    caller.list(['listGlossaryEntries', pathOf(organization)], glossaryEntrySchema, item => item.id),
  /** *Extension.* Null where the platform answers 404. */
  find: (organization: string, entry: string) =>
    caller.find(['getGlossaryEntry', pathOf(organization, entry)], glossaryEntrySchema),
  /** *Extension.* Answers nothing: what was inserted is found in the list. */
  change: (organization: string, operations: readonly GlossaryChange[]) =>
    caller.run(['updateGlossaryEntries', 'PUT', pathOf(organization), { operations }]),
})

function pathOf(organization: string, ...rest: readonly string[]): string[] {
  return ['orgs', organization, 'translations-glossary', ...rest]
}
