/**
 * Markdown of the platform as safe HTML of its body, for nights that have nothing else. Total: any text gives a rendering. The
 * front matter is settings, not text, and is left out; a body that is too large to be read in time is shown as its source.
 */
import type { Markup } from '../../dialect/parse/element.ts'
import { parseFrontMatter } from '../../dialect/parse/front-matter.ts'
import { parseMarkup } from '../../dialect/parse/parse-markup.ts'
import type { RenderContext } from '../context.ts'
import { element, type Html, join } from '../html/element.ts'
import { box } from '../html/labels.ts'
import { sanitise } from '../html/sanitise.ts'
import { renderFlow, renderRun, runsOf } from './flow.ts'
import { renderPhrasing } from './phrasing.ts'
import type { MarkdownRendering } from './rendering.ts'

const MOST_BYTES = 512 * 1024

export function renderMarkdown(markdown: string, context: RenderContext): string {
  const runs = markdownRuns(markdown)
  if (runs === null) return renderSource(markdown).toString()
  const render = makeRunRenderer(context)
  return sanitise(join(runs.map(render))).toString()
}

/** Its blocks, text between them too; null: too large. */
export function markdownRuns(markdown: string): readonly (readonly Markup[])[] | null {
  if (Buffer.byteLength(markdown) > MOST_BYTES) return null
  return runsOf(parseMarkup(parseFrontMatter(markdown).body))
}

export function makeRunRenderer(context: RenderContext): (run: readonly Markup[]) => Html {
  const ids = new Map<string, number>()
  const rendering: MarkdownRendering = {
    context,
    flow: (nodes, loose) => renderFlow(nodes, rendering, loose),
    phrasing: (nodes, isInLink = false) => renderPhrasing(nodes, rendering, isInLink),
    claimId(wanted) {
      const count = ids.get(wanted) ?? 0
      ids.set(wanted, count + 1)
      return count === 0 ? wanted : `${wanted}-${count}`
    },
  }
  return run => renderRun(run, rendering, 'as-paragraphs')
}

export function renderSource(markdown: string): Html {
  const words = `This page is larger than ${MOST_BYTES / 1024} KiB, and is shown as it was written:`
  return box('unknown', words, element('pre', {}, element('code', {}, markdown)))
}
