/**
 * Fields that several operations accept, with their limits (docs/development/platform.md#limits).
 */
import { z } from 'zod'
import { DEFAULT_LEVELS, ROLES } from '../state/role.ts'

export const role = z.enum(ROLES).nullable()
export const defaultLevel = z.enum(DEFAULT_LEVELS).nullable()
/** Of a space or a collection. */
export const contentTitle = z.string().max(50)
export const emoji = z.string().max(50)
export const editMode = z.enum(['live', 'locked'])
export const organizationTitle = z.string().min(2).max(255)
export const emailDomains = z.array(z.hostname().max(253))
/** Of hostnames too. */
export const subdomain = z.string().regex(/^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$/)
export const uri = z.url().max(2048)
export const teamTitle = z.string().min(1).max(64)

/** Of visitors, as an expression. */
export const condition = z.string().min(1).max(1024)
/** A text by language. */
export function localized(most: number) {
  return z.record(z.string(), z.string().max(most))
}

const people = z.array(z.string())
const mergeRule = z.union([
  z.object({
    rule: z.enum(['require_specific_reviewers', 'require_one_of_specific_reviewers', 'allow_bypass']),
    users: people,
  }),
  z.object({
    rule: z.enum([
      'require_at_least_one_review',
      'require_at_least_one_approved_review',
      'require_all_reviews_approved',
      'require_agent_review',
      'require_up_to_date_change_request',
      'require_change_request_subject',
      'require_change_request_description',
      'require_author_to_merge',
    ]),
  }),
  z.object({ rule: z.literal('custom'), expression: z.string().max(1024), message: z.string().optional() }),
])
/** Of an organization. */
export const mergeRules = z.discriminatedUnion('type', [
  z.object({ type: z.literal('none') }),
  z.object({ type: z.literal('rules'), rules: z.array(mergeRule) }),
])
/** Of a space. */
export const ownMergeRules = z.union([mergeRules, z.object({ type: z.literal('inherit') })])

const LANGUAGES =
  'en fr de es it pt pt-br ru ja zh yue ko ar hi nl pl tr sv no da fi el cs hu ro th vi id ms he uk sk bg hr lt lv et sl'
export const language = z.enum(LANGUAGES.split(' '))

const pointer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('space'), space: z.string() }),
  z.object({ type: z.literal('collection'), collection: z.string() }),
])

const position = z
  .object({ before: pointer.optional(), after: pointer.optional() })
  .refine(
    ({ before, after }) => before === undefined || after === undefined,
    'either before or after, not both',
  )

/** Where a space or a collection is moved to. */
export const move = z.object({ parent: z.string().nullable().optional(), position: position.optional() })
export const transfer = z.object({ organization: z.string() })
