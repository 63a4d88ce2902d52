/** *Extension.* Fonts that an organization uploaded for its sites. */
import { z } from 'zod'
import type { Caller } from '../caller.ts'
import { flagsSchema, idSchema } from './shapes.ts'

const fontSchema = z.looseObject({
  id: idSchema,
  fontFamily: z.string(),
  fontFaces: z.array(z.looseObject({ sources: z.array(z.looseObject({ url: z.string() })).nullish() })),
  permissions: flagsSchema,
})
export type CustomFont = z.infer<typeof fontSchema>

export const fontOperations = (caller: Caller) => ({
  /** *Extension.* */
  list: (organization: string) =>
    // It takes no limit.
    caller.list(['listCustomFonts', pathOf(organization), { limit: undefined }], fontSchema, item => item.id),
  /** *Extension.* Null where the platform answers 404. */
  find: (organization: string, font: string) =>
    caller.find(['getCustomFont', pathOf(organization, font)], fontSchema),
})

function pathOf(organization: string, ...rest: readonly string[]): string[] {
  return ['orgs', organization, 'fonts', ...rest]
}
