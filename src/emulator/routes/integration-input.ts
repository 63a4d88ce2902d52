/**
 * What can be published as an integration, with its limits (docs/reference/operations.md, 4.18).
 */
import { z } from 'zod'
import { CATEGORIES, SCOPES } from '../state/integration.ts'
import { INTEGRATION_VISIBILITIES, TARGETS } from '../state/records/integration.ts'

/** Of a policy that is said directive by directive. */
const CSP_DIRECTIVES = [
  'base-uri',
  'block-all-mixed-content',
  'child-src',
  'connect-src',
  'default-src',
  'font-src',
  'form-action',
  'frame-ancestors',
  'frame-src',
  'img-src',
  'manifest-src',
  'media-src',
  'navigate-to',
  'object-src',
  'plugin-types',
  'prefetch-src',
  'referrer',
  'report-to',
  'report-uri',
  'require-sri-for',
  'require-trusted-types-for',
  'sandbox',
  'script-src',
  'script-src-attr',
  'script-src-elem',
  'style-src',
  'style-src-attr',
  'style-src-elem',
  'trusted-types',
  'upgrade-insecure-requests',
  'worker-src',
] as const

/** Of an integration, and of a domain to filter by. */
export const INTEGRATION_NAME = /^[a-zA-Z0-9-_.]{1,100}$/

const base64 = z.base64()
const componentConfiguration = z.object({ componentId: z.string() })
const propertyConfiguration = z.looseObject({
  properties: z.record(
    z.string(),
    z.looseObject({
      type: z.enum(['string', 'number', 'boolean', 'button']),
      title: z.string().optional(),
      description: z.string().optional(),
    }),
  ),
  required: z.array(z.string()).optional(),
})
const configuration = z.union([propertyConfiguration, componentConfiguration]).optional()

export const integrationSchema = z.object({
  runtime: z.enum(['v1', 'v2']).default('v1'),
  icon: base64.optional(),
  title: z.string().min(2).max(30),
  description: z.string().max(100),
  summary: z.string().max(2048).default(''),
  previewImages: z.array(base64).max(3).default([]),
  visibility: z.enum(INTEGRATION_VISIBILITIES).default('private'),
  target: z.enum(TARGETS).default('all'),
  scopes: z.array(z.enum(SCOPES)).default([]),
  categories: z.array(z.enum(CATEGORIES)).default([]),
  blocks: z
    .array(
      z.looseObject({
        id: z.string().min(1),
        title: z.string(),
        urlUnfurl: z.array(z.string()).optional(),
        markdown: z.looseObject({ codeblock: z.string(), body: z.string() }).optional(),
      }),
    )
    .default([]),
  contentSources: z.array(z.looseObject({ id: z.string().min(1), title: z.string() })).default([]),
  externalLinks: z.array(z.object({ url: z.url(), label: z.string() })).default([]),
  configurations: z.object({ account: configuration, space: configuration, site: configuration }).default({}),
  script: z.string(),
  organization: z.string(),
  secrets: z.record(z.string(), z.string()).default({}),
  contentSecurityPolicy: z
    .union([z.string(), z.partialRecord(z.enum(CSP_DIRECTIVES), z.string())])
    .optional(),
})
