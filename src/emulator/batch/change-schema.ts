/**
 * The batch of content changes as it is sent (extensions.md C): what each kind may set, and the limits.
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
  const fields = {
    slug: z.string().min(1).max(100).optional(),
    emoji: z.string().max(50).nullish(),
    icon: z.string().max(50).nullish(),
    description: z.string().nullish(),
    hidden: z.boolean().optional(),
    noIndex: z.boolean().optional(),
    noRobotsIndex: z.boolean().optional(),
    condition: z.string().min(1).max(1024).nullish(),
    document: z
      .union([z.object({ markdown: z.string() }), z.object({ document: documentSchema }), documentSchema])
      .transform(bodyOf)
      .optional(),
    into: z.string().nullish(),
    at: z.int().min(0).optional(),
  }
  const title = z.string().min(1)
  const ref = z.string().min(1).optional()
  return z.object({
    changes: z
      .array(
        z.discriminatedUnion('type', [
          z.object({ type: z.literal('insert_page'), ref, title, ...fields }),
          z.object({ type: z.literal('update_page'), page: z.string(), title: title.optional(), ...fields }),
          z.object({ type: z.literal('delete_page'), page: z.string() }),
          z.object({
            type: z.literal('revert_page'),
            page: z.string(),
            revision: z.string().optional(),
            block: z.array(z.string()).optional(),
          }),
          z.object({ type: z.literal('insert_files'), files: z.array(fileSchema).min(1).max(MAX_FILES) }),
        ]),
      )
      .min(1)
      .max(MAX_CHANGES),
  })
}

const fileSchema = z
  .object({
    ref: z.string().min(1).optional(),
    name: z.string().min(1).max(255).optional(),
    contentType: z.string().min(1).optional(),
    url: z.url().optional(),
    base64: z.base64().optional(),
  })
  .refine(({ url, base64 }) => (url === undefined) !== (base64 === undefined), 'give either url or base64')

export type NewFile = z.infer<typeof fileSchema>
export type ContentChange = z.infer<ReturnType<typeof batchSchema>>['changes'][number]
export type ChangeOf<T extends ContentChange['type']> = Extract<ContentChange, { type: T }>

function bodyOf(written: { markdown: string } | { document: DocumentNode } | DocumentNode): WrittenBody {
  if ('markdown' in written) return { markdown: written.markdown }
  return 'document' in written ? { document: written.document } : { document: written }
}
