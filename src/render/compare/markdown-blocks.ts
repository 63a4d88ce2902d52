/** The blocks of Markdown, for a comparison. */
import { type Element, isBlank, type Markup } from '../../dialect/parse/element.ts'
import { canonicalJson, digestOf } from '../../model/digest.ts'
import type { RenderContext } from '../context.ts'
import { sanitise } from '../html/sanitise.ts'
import { ADDED, REMOVED } from '../markdown/phrasing.ts'
import { makeRunRenderer } from '../markdown/render-markdown.ts'
import type { ComparableBlock, Words } from './comparison.ts'

export function markdownBlocks(
  runs: readonly (readonly Markup[])[],
  context: RenderContext,
): ComparableBlock[] {
  const render = makeRunRenderer(context)
  return runs.map(run => {
    const [first] = run
    const parts = run.flatMap(textsOf)
    const besides = run.flatMap(readIn)
    return {
      type: typeof first === 'object' ? first.name : 'text',
      digest: digestOf(canonicalJson(run.map(contentOf))),
      text: [...besides, parts.join('')].join('\n'),
      besides: besides.join('\n'),
      parts,
      render: () => sanitise(render(run)),
      renderWords: words => sanitise(render(withWords(run, words))),
    }
  })
}

function contentOf(markup: Markup): unknown {
  if (typeof markup === 'string') return markup
  const { id: _handle, ...attributes } = markup.attributes
  return [markup.name, attributes, markup.children.map(contentOf)]
}

function textsOf(markup: Markup): string[] {
  if (typeof markup === 'string') return isBlank(markup) ? [] : [markup]
  return markup.children.flatMap(textsOf)
}

const READ = ['title', 'alt', 'data-title', 'path', 'method', 'expression', 'label']

function readIn(markup: Markup): string[] {
  if (typeof markup === 'string') return []
  return [...READ.flatMap(name => markup.attributes[name] ?? []), ...markup.children.flatMap(readIn)]
}

function withWords(run: readonly Markup[], words: readonly (readonly Words[])[]): Markup[] {
  let part = 0
  const replace = (markup: Markup): Markup[] => {
    if (typeof markup !== 'string') return [{ ...markup, children: markup.children.flatMap(replace) }]
    return isBlank(markup) ? [markup] : (words[part++] ?? []).map(asMarkup)
  }
  return run.flatMap(replace)
}

function asMarkup({ kind, text }: Words): Element | string {
  if (kind === 'same') return text
  return { name: kind === 'added' ? ADDED : REMOVED, attributes: {}, children: [text] }
}
