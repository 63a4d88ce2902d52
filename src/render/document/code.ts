/** Code, line by line, with the notes and marks that stand in it. Not coloured. */
import { type DocumentNode, flagIn, textIn } from '../../dialect/render/node.ts'
import { element, type Html, join } from '../html/element.ts'
import { contentsOf } from './contents.ts'
import type { Rendering } from './rendering.ts'

export function code(node: DocumentNode, rendering: Rendering): Html {
  const content = codeLines(contentsOf(node), rendering)
  const names = ['code', ...options(node)].join(' ')
  return codeFigure(names, textIn(node.data, 'title'), content)
}

export function codeFigure(names: string, title: string | undefined, content: Html): Html {
  const caption = title === undefined || title === '' ? undefined : element('figcaption', {}, title)
  return element('figure', { class: names }, caption, element('pre', {}, element('code', {}, content)))
}

function options({ data }: DocumentNode): string[] {
  return [
    ...(textIn(data, 'overflow') === 'wrap' ? ['wrap'] : []),
    ...(flagIn(data, 'lineNumbers') === 'true' ? ['numbered'] : []),
  ]
}

function codeLines(lines: readonly DocumentNode[], rendering: Rendering): Html {
  return join(lines.map((line, index) => [index === 0 ? '' : '\n', codeLine(line, rendering)]))
}

function codeLine(line: DocumentNode, rendering: Rendering): Html {
  if (line.type !== 'code-line') return rendering.inlines([line], IN_CODE)
  const content = rendering.inlines(contentsOf(line), IN_CODE)
  return line.data.highlighted === true ? element('mark', {}, content) : content
}

/** A line break is one there. */
const IN_CODE = { isInLink: false, isInCode: true }
