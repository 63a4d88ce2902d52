/** The body of a page that is there, through an import into it, where the service has that. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTemporaryFolder } from '../../model/temporary-folder.ts'
import type { Doing } from '../doing.ts'
import type { StateItem } from '../state.ts'
import type { Draft } from './batch-writer.ts'
import { importBundle, rewrittenMarkdown } from './bundle-writer.ts'

/** Replaces the body where the service imports into pages; else the page comes beside the one that is there. */
export async function importPage(
  doing: Doing,
  owner: StateItem,
  draft: Draft,
  item: StateItem,
): Promise<void> {
  const { platform } = doing
  const page = doing.target(item)
  const beside = async () => {
    const name = `add ${item.kind} ${item.path}`
    const part = { pages: new Set([item.id]), files: new Set<string>() }
    if (!doing.wasDone(name)) await importBundle(doing, owner, draft, part, name)
    doing.note(item, 'this service cannot change a page: it was added beside the one that is there')
  }
  await platform.capabilities.prefer(
    'importContentInChangeRequestPageById',
    () => importMarkdown(doing, owner, draft, item, page),
    beside,
  )
}

async function importMarkdown(
  doing: Doing,
  owner: StateItem,
  draft: Draft,
  item: StateItem,
  page: string,
): Promise<void> {
  const markdown = rewrittenMarkdown(doing, owner, doing.source.part(item, 'markdown') ?? Buffer.from(''))
  const temporary = makeTemporaryFolder('restore')
  const folder = temporary.path
  try {
    const file = join(folder, 'page.md')
    writeFileSync(file, markdown)
    const published = await doing.publisher?.publish(file)
    if (!published) throw new Error('nothing publishes pages for the import')
    try {
      const source = { url: published.url, source: 'markdown' }
      await doing.write(
        `import page ${item.path}`,
        () =>
          doing.platform.changeRequestContent.importIntoPage(draft.space, draft.changeRequest, page, source),
        // Importing the same twice is importing it once.
        async () => null,
      )
    } finally {
      await published.close()
    }
  } finally {
    temporary.remove()
  }
}
