/** What an emulator's state says of the Markdown of pages. */
import { z } from 'zod'
import { digestOf } from '../../src/model/digest.ts'

const pageSchema = z.looseObject({
  id: z.string(),
  title: z.string(),
  type: z.string(),
  path: z.string().optional(),
  documentId: z.string().optional(),
  get pages() {
    return z.array(pageSchema).optional()
  },
})
const stateSchema = z.object({
  spaces: z.array(
    z.looseObject({
      id: z.string(),
      title: z.string(),
      organization: z.string(),
      content: z.looseObject({ pages: z.array(pageSchema) }),
      bodyDigests: z.record(z.string(), z.object({ markdown: z.string() })),
    }),
  ),
})

export interface StatedPage {
  space: string
  id: string
  title: string
  type: string
  path: string
  /** Digest; of a page without a body, of what comes back of it: its title. */
  markdown: string
}

/** With the title of its space. */
export function pagesIn(state: unknown, organization?: string): StatedPage[] {
  const spaces = stateSchema.parse(state).spaces
  const inside = spaces.filter(one => organization === undefined || one.organization === organization)
  return inside.flatMap(({ title: space, content, bodyDigests }) =>
    flatten(content.pages).map(({ id, title, type, path = '', documentId = '' }) => {
      const markdown = bodyDigests[documentId]?.markdown ?? digestOf(`# ${title}\n`)
      return { space, id, title, type, path, markdown }
    }),
  )
}

/** Of pages with a body, by space, path and title. */
export function markdownOf(state: unknown, organization: string): Record<string, string> {
  const pages = pagesIn(state, organization).filter(one => one.type === 'document')
  return Object.fromEntries(pages.map(one => [`${one.space}/${one.path} ${one.title}`, one.markdown]))
}

function flatten(pages: readonly z.infer<typeof pageSchema>[]): z.infer<typeof pageSchema>[] {
  return pages.flatMap(page => [page, ...flatten(page.pages ?? [])])
}
