/** *Extension.* How spaces and sites are kept in step with repositories. */
import { z } from 'zod'
import type { Caller } from '../caller.ts'
import { idSchema, linksSchema } from './shapes.ts'

/** What it is set up with may hold a token. */
const installationSchema = z.looseObject({
  id: idSchema,
  provider: z.string(),
  repositoryConnection: z.looseObject({ repositoryName: z.string().nullish() }).nullish(),
  urls: linksSchema,
})
export type GitSyncInstallation = z.infer<typeof installationSchema>

export const gitSyncOperations = (caller: Caller) => ({
  /** *Extension.* */
  installation: (installation: string) =>
    caller.get(['getGitSyncInstallationById', ['git', 'installations', installation]], installationSchema),
})
