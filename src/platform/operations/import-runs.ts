/** *Extension.* What was brought in from web sites and files, when, and what came of it. */
import { z } from 'zod'
import type { Caller } from '../caller.ts'
import { idSchema } from './shapes.ts'

const importRunSchema = z.looseObject({
  id: idSchema,
  status: z.string(),
  source: z.looseObject({ type: z.string(), url: z.string().nullish() }).nullish(),
})
export type ImportRun = z.infer<typeof importRunSchema>

export const importRunOperations = (caller: Caller) => ({
  /** *Extension.* */
  list: (organization: string) =>
    caller.list(['listImportRuns', pathOf(organization)], importRunSchema, item => item.id),
  /** *Extension.* Null where the platform answers 404. */
  find: (organization: string, run: string) =>
    caller.find(['getImportRun', pathOf(organization, run)], importRunSchema),
})

/** The service says `org` here, and `orgs` everywhere else. */
function pathOf(organization: string, ...rest: readonly string[]): string[] {
  return ['org', organization, 'imports', ...rest]
}
