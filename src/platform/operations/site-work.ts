/** *Extension.* What the agent of a site made of its readers' questions and of what it read elsewhere. */
import { z } from 'zod'
import type { Caller } from '../caller.ts'
import { idSchema } from './shapes.ts'

const topicSchema = z.looseObject({ id: idSchema, label: z.string() })
export type SiteTopic = z.infer<typeof topicSchema>

const findingSchema = z.looseObject({ id: idSchema, title: z.string() })
export type SiteFinding = z.infer<typeof findingSchema>

const recordSchema = z.looseObject({ id: idSchema, title: z.string(), connection: z.string().nullish() })
export type ContextRecord = z.infer<typeof recordSchema>

const questionSchema = z.looseObject({ id: idSchema, question: z.string() })
export type SiteQuestion = z.infer<typeof questionSchema>

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
  /** *Extension.* It takes no limit. */
  listTopics: (organization: string, site: string) =>
    caller.list(
      ['listSiteTopics', pathOf(organization, site, 'topics'), { limit: undefined }],
      topicSchema,
      one => one.id,
    ),
  /** *Extension.* Null where the platform answers 404. */
  findTopic: (organization: string, site: string, id: string) =>
    caller.find(['getSiteTopicById', pathOf(organization, site, 'topics', id)], topicSchema),
  /** *Extension.* */
  listFindings: (organization: string, site: string) =>
    caller.list(['listSiteFindings', pathOf(organization, site, 'findings')], findingSchema, one => one.id),
  /** *Extension.* Null where the platform answers 404. */
  findFinding: (organization: string, site: string, id: string) =>
    caller.find(['getSiteFindingById', pathOf(organization, site, 'findings', id)], findingSchema),
  /** *Extension.* */
  listRecords: (organization: string, site: string) =>
    caller.list(
      ['listSiteContextRecords', pathOf(organization, site, 'context-records')],
      recordSchema,
      one => one.id,
    ),
  /** *Extension.* Null where the platform answers 404. */
  findRecord: (organization: string, site: string, id: string) =>
    caller.find(
      ['getSiteContextRecordById', pathOf(organization, site, 'context-records', id)],
      recordSchema,
    ),
  /** *Extension.* */
  listQuestions: (organization: string, site: string) =>
    caller.list(
      ['listSiteQuestions', pathOf(organization, site, 'questions')],
      questionSchema,
      one => one.id,
    ),
  /** *Extension.* Null where the platform answers 404. */
  findQuestion: (organization: string, site: string, id: string) =>
    caller.find(['getSiteQuestionById', pathOf(organization, site, 'questions', id)], questionSchema),
  /** *Extension.* Without what was answered. */
  listAnswers: (organization: string, site: string) =>
    caller.list(
      ['listSiteQuestionAnswers', pathOf(organization, site, 'answers')],
      answerSchema,
      one => one.id,
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
