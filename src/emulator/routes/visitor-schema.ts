/** What is told of a visitor, as the JSON schema that the services take (`SiteAdaptiveJSONSchema` of their shapes). */
import { z } from 'zod'

const description = z.string()
const primitive = z.union([
  z.strictObject({ type: z.literal('boolean'), description }),
  z.strictObject({ type: z.literal('string'), enum: z.array(z.string()).optional(), description }),
  z.strictObject({ type: z.literal('number'), description }),
])

type Claim =
  | z.infer<typeof primitive>
  | { type: 'array'; description: string; items: z.infer<typeof primitive> }
  | { type: 'object'; description: string; properties: Record<string, Claim>; additionalProperties: false }

const claim: z.ZodType<Claim> = z.union([
  primitive,
  z.strictObject({ type: z.literal('array'), description, items: primitive }),
  z.strictObject({
    type: z.literal('object'),
    description,
    properties: z.record(
      z.string(),
      z.lazy(() => claim),
    ),
    additionalProperties: z.literal(false),
  }),
])

/** Claims without a signature stand in `unsigned`. */
export const visitorSchema = z.strictObject({
  $schema: z.literal('http://json-schema.org/draft-07/schema#').optional(),
  type: z.literal('object'),
  properties: z.record(z.string(), claim),
  additionalProperties: z.literal(false),
})
