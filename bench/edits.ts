/** Edits of a night, made through the emulator: a hundred pages, in few spaces as people do it, or one in each of many. */
import { z } from 'zod'
import { type EmulatorProcess, ONCE } from '../test/helpers/emulator-process.ts'

export const EDITS = 100

const listSchema = z.object({ items: z.array(z.object({ id: z.string() })) })
const pageSchema: z.ZodType<Page> = z.object({
  id: z.string(),
  type: z.string(),
  pages: z.array(z.lazy(() => pageSchema)).default([]),
})
const pagesSchema = z.object({ pages: z.array(pageSchema) })

interface Page {
  id: string
  type: string
  pages: Page[]
}

/**
 * Each space gets as many; where there are fewer spaces, those that are there get more. Each page gets a text of its own:
 * a hundred pages of one text are what a vandal makes, and freeze the vault.
 */
export async function editPages(emulator: EmulatorProcess, inSpaces: number, night: number): Promise<void> {
  const path = `orgs/${emulator.organization}/spaces?limit=${inSpaces}`
  const spaces = listSchema.parse(await asked(emulator, path)).items
  for (const { id } of spaces) {
    const { pages } = pagesSchema.parse(await asked(emulator, `spaces/${id}/content/pages`))
    for (const page of documents(pages).slice(0, EDITS / spaces.length))
      await emulator.control('POST', 'patch', {
        object: 'page',
        id: page,
        set: { markdown: `# Edited\n\nThe page ${page} was edited before night ${night}.` },
      })
  }
}

function documents(pages: readonly Page[]): string[] {
  return pages.flatMap(page => [...(page.type === 'document' ? [page.id] : []), ...documents(page.pages)])
}

async function asked({ url, token }: EmulatorProcess, path: string): Promise<unknown> {
  const answer = await fetch(`${url}/${path}`, { headers: { ...ONCE, authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return answer.json()
}
