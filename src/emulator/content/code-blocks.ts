/**
 * Code: fences, `<pre>`, and the `{% code %}` container that gives a fence its title and options.
 */
import { type Element, textOf } from '../../dialect/parse/element.ts'
import type { Conversion } from './conversion.ts'
import { block, type DocumentNode, textNode } from './nodes.ts'

export function codeBlock(element: Element): readonly DocumentNode[] {
  const lines = textOf(element).replace(/\n$/, '').split('\n')
  const nodes = lines.map(line => block('code-line', [textNode(line)]))
  return [block('code', nodes, optionsOf(element))]
}

/** The options belong to the first code block inside. */
export function codeContainer(element: Element, conversion: Conversion): readonly DocumentNode[] {
  const blocks = conversion.blocks(element.children)
  const first = blocks.findIndex(node => node.type === 'code')
  const options = definedOptions(element.attributes)
  return blocks.map((node, index) =>
    index === first ? { ...node, data: { ...node.data, ...options } } : node,
  )
}

function optionsOf(element: Element): Record<string, unknown> {
  const { info = '', class: classes = '', ...rest } = element.attributes
  const fromClass = /(?:^|\s)lang(?:uage)?-(\S+)/.exec(classes)?.[1]
  const syntax = info.split(/\s+/)[0] || fromClass
  const data = Object.entries(rest).map(([name, value]) => [name.replace(/^data-/, ''), value] as const)
  return { ...(syntax === undefined ? {} : { syntax }), ...definedOptions(Object.fromEntries(data)) }
}

function definedOptions(attributes: Record<string, string>): Record<string, unknown> {
  const { title, overflow } = attributes
  const lineNumbers = attributes.lineNumbers ?? attributes['line-numbers']
  const fullWidth = attributes.fullWidth ?? attributes['full-width']
  return {
    ...(title === undefined ? {} : { title }),
    ...(overflow === 'wrap' || overflow === 'scroll' ? { overflow } : {}),
    ...(lineNumbers === undefined ? {} : { lineNumbers: lineNumbers === 'true' }),
    ...(fullWidth === undefined ? {} : { fullWidth: fullWidth === 'true' }),
  }
}
