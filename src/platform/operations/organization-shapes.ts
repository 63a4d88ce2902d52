/** An organization: docs/development/platform.md#organizations. */
import { z } from 'zod'
import { flagsSchema, idSchema, linksSchema, open, roleSchema } from './shapes.ts'

const TYPES = ['business', 'community'] as const
const USE_CASES = [
  'internalDocs',
  'docsSite',
  'audienceControlledSite',
  'productDocs',
  'teamKnowledgeBase',
  'designSystem',
  'openSourceDocs',
  'notes',
  'other',
] as const
const COMMUNITY_TYPES = ['nonProfit', 'openSource', 'education'] as const
const PLANS = [
  'free_2024',
  'plus_2024',
  'pro_2024',
  'enterprise_2024',
  'community_2024',
  'free',
  'plus',
  'pro',
  'internal',
] as const
const TRIAL_STATUSES = ['notapplicable', 'none', 'active', 'ended', 'expired'] as const
const TRIAL_DECISIONS = ['downgrade'] as const
const BILLING_INTERVALS = ['monthly', 'yearly'] as const

/** Visible to members only. */
const billingSchema = z.looseObject({
  interval: open(BILLING_INTERVALS).nullish(),
  endDate: z.string().nullish(),
  hasPaymentFailed: z.boolean().nullish(),
  isScheduledToCancel: z.boolean().nullish(),
})

const trialSchema = z.looseObject({
  status: open(TRIAL_STATUSES).nullish(),
  endDate: z.string().nullish(),
  decision: open(TRIAL_DECISIONS).nullish(),
})

const migrationSchema = z.looseObject({
  deadline: z.string().nullish(),
  discountPercent: z.number().nullish(),
  discountEndDate: z.string().nullish(),
})

export const organizationSchema = z.looseObject({
  object: z.literal('organization'),
  id: idSchema,
  title: z.string(),
  createdAt: z.string(),
  emailDomains: z.array(z.string()),
  hostname: z.string().nullish(),
  type: open(TYPES),
  useCase: open(USE_CASES).nullish(),
  communityType: open(COMMUNITY_TYPES).nullish(),
  /** Of new members; null is a guest. */
  defaultRole: roleSchema.nullish(),
  defaultContent: z.looseObject({ type: z.string(), site: z.string().nullish() }).nullish(),
  /** Single sign-on is enforced. */
  sso: z.boolean().nullish(),
  ai: z.boolean().nullish(),
  inviteLinks: z.boolean(),
  plan: open(PLANS),
  billing: billingSchema.nullish(),
  urls: linksSchema,
  trial: trialSchema.nullish(),
  customHostname: z.string().nullish(),
  blocked: z.looseObject({ reason: z.string().nullish() }).nullish(),
  internal_billingMigration: migrationSchema.nullish(),
  /** Deprecated. */
  internal_isOnNewTrial: z.boolean().nullish(),
  permissions: flagsSchema,
})
