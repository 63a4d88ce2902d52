/**
 * The batch of content changes as it is sent (docs/development/platform.md#writing-content): what each kind may
 * set, and the limits.
 */
import { z } from 'zod'
import type { DocumentNode } from '../content/nodes.ts'

const MAX_CHANGES = 50
const MAX_FILES = 20

/** Either form of a body; Markdown wins where both are given. */
export interface WrittenBody {
  markdown?: string | undefined
  document?: DocumentNode | undefined
}

export function batchSchema(documentSchema: z.ZodType<DocumentNode>) {
  // No field takes null: an emoji, an icon or a condition is taken away by no operation but `revert_page`.
  const fields = {
    slug: z.string().max(100).optional(),
    emoji: z.string().min(1).max(50).optional(),
    icon: z.string().min(1).max(50).optional(),
    description: z.string().optional(),
    hidden: z.boolean().optional(),
    noIndex: z.boolean().optional(),
    noRobotsIndex: z.boolean().optional(),
    condition: z.string().min(1).max(1024).optional(),
    at: z.int().min(0).optional(),
  }
  const document = z
    .union([
      z.object({ markdown: z.string() }),
      z.object({ document: documentSchema }),
      z.strictObject({}).transform(() => undefined),
    ])
    .transform(written => written satisfies WrittenBody | undefined)
  const title = z.string().min(1)
  const ref = z.string().min(1).optional()
  const into = z.string().optional()
  const page = z.string()
  return z.object({
    changes: z
      .array(
        z.discriminatedUnion('operation', [
          z.object({ operation: z.literal('insert_page'), ref, title, into, document, ...fields }),
          z.object({
            operation: z.literal('update_page'),
            page,
            title: title.optional(),
            into: into.nullable(),
            document: document.optional(),
            ...fields,
          }),
          z.object({ operation: z.literal('delete_page'), page }),
          z.object({
            operation: z.literal('revert_page'),
            page,
            revision: z.string().optional(),
            block: z.array(z.string()).optional(),
          }),
          z.object({
            operation: z.literal('insert_files'),
            files: z.array(fileSchema).min(1).max(MAX_FILES),
          }),
        ]),
      )
      .min(1)
      .max(MAX_CHANGES),
  })
}

const fileSchema = z
  .object({
    ref: z.string().min(1).optional(),
    name: z.string().min(1).max(256),
    contentType: z.string().min(1).optional(),
    url: z.url().optional(),
    base64: z.base64().optional(),
  })
  .refine(({ url, base64 }) => (url === undefined) !== (base64 === undefined), 'give either url or base64')

export type NewFile = z.infer<typeof fileSchema>
export type ContentChange = z.infer<ReturnType<typeof batchSchema>>['changes'][number]
export type ChangeOf<T extends ContentChange['operation']> = Extract<ContentChange, { operation: T }>
