/** *Extension.* What the agent of a site made of its readers' questions and of what it read elsewhere. */
import { z } from 'zod'
import type { Caller } from '../caller.ts'
import { idSchema } from './shapes.ts'

const answerSchema = z.looseObject({
  id: idSchema,
  question: z.looseObject({ id: z.string() }),
  input: z.looseObject({ text: z.string() }),
})
export type SiteQuestionAnswer = z.infer<typeof answerSchema>

const scriptSchema = z.looseObject({ script: z.string() })
export type SiteIntegrationScript = z.infer<typeof scriptSchema>

const segmentSchema = z.looseObject({ title: z.string() })
export type SiteVisitorSegment = z.infer<typeof segmentSchema>

export const siteWorkOperations = (caller: Caller) => ({
  /** *Extension.* Without what was answered. */
  listAnswers: (organization: string, site: string) =>
    caller.list(
      ['listSiteQuestionAnswers', pathOf(organization, site, 'answers')],
      answerSchema,
      item => item.id,
    ),
  /** *Extension.* Null where the platform answers 404. */
  findAnswer: (organization: string, site: string, id: string) =>
    caller.find(['getSiteQuestionAnswerById', pathOf(organization, site, 'answers', id)], answerSchema),
  /** *Extension.* All of them, as a bare list. */
  integrationScripts: (organization: string, site: string) =>
    caller.get(
      ['listSiteIntegrationScripts', pathOf(organization, site, 'integration-scripts')],
      z.array(scriptSchema),
    ),
  /** *Extension.* They have no ids; it takes no limit. */
  listVisitorSegments: (organization: string, site: string) =>
    caller.list(
      [
        'listSiteVisitorSegments',
        pathOf(organization, site, 'insights', 'visitor-segments'),
        { limit: undefined },
      ],
      segmentSchema,
      null,
    ),
})

function pathOf(organization: string, site: string, ...rest: readonly string[]): string[] {
  return ['orgs', organization, 'sites', site, ...rest]
}
