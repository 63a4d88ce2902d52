/** The pages of the manual and the front page, as text, fenced blocks and headings. */
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

export interface Page {
  /** From the root of the repository. */
  file: string
  text: string
  /** Without fenced blocks. */
  prose: string
  blocks: { language: string; text: string; line: number }[]
}

export const pages: Page[] = [
  'README.md',
  ...globSync('docs/**/*.md', { cwd: root }).sort(),
  ...globSync('docs/.gitbook/includes/*.md', { cwd: root }).sort(),
].map(readPage)

function readPage(file: string): Page {
  const text = readFileSync(join(root, file), 'utf8')
  const blocks: Page['blocks'] = []
  const prose: string[] = []
  let open: Page['blocks'][number] | null = null
  for (const [at, line] of text.split('\n').entries()) {
    const fence = /^\s*```(\w*)/.exec(line)
    if (fence && open) {
      blocks.push(open)
      open = null
    } else if (fence) {
      open = { language: fence[1] ?? '', text: '', line: at + 1 }
    } else if (open) {
      open.text += `${line}\n`
    } else {
      prose.push(line)
    }
  }
  return { file, text, prose: prose.join('\n'), blocks }
}

/** What an address can name on a page: headings as the platform makes anchors of them, and ids written out. */
export function anchorsOf(page: Page): Set<string> {
  const headings = [...page.prose.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => slugOf(title))
  const summaries = [...page.prose.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)
  return new Set([...headings, ...summaries])
}

function slugOf(title: string): string {
  return title
    .replaceAll(/<[^>]*>|`/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s+/g, '-')
}
