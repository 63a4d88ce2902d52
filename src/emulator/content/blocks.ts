/**
 * Blocks: the table of what each element becomes, and the paragraphs made of what stands between them.
 */
import { type Element, isBlank, type Markup } from '../../dialect/parse/element.ts'
import { codeBlock, codeContainer } from './code-blocks.ts'
import { columns, expandable, hint, stepper, tabs } from './containers.ts'
import type { Conversion } from './conversion.ts'
import { contentRef, embed, file, include } from './embeds.ts'
import { heading } from './headings.ts'
import { figure, imagesBlock, wrappedImages } from './images.ts'
import { inlinesOf, isInline } from './inlines.ts'
import { list } from './lists.ts'
import { block, type DocumentNode, orEmptyParagraph, voidBlock } from './nodes.ts'
import { openApiOperation, openApiSchemas, swagger, swaggerPart } from './openapi-blocks.ts'
import { table } from './tables.ts'

type ConvertBlock = (element: Element, conversion: Conversion) => readonly DocumentNode[]

export function blocksOf(children: readonly Markup[], conversion: Conversion): DocumentNode[] {
  const blocks: DocumentNode[] = []
  let run: Markup[] = []
  const endRun = () => {
    blocks.push(...paragraphs(run, conversion))
    run = []
  }
  for (const child of children) {
    if (typeof child === 'string' || isInline(child)) run.push(child)
    else {
      endRun()
      blocks.push(...blocksOfElement(child, conversion))
    }
  }
  endRun()
  return blocks
}

const CONVERTERS: Record<string, ConvertBlock> = {
  p: (element, conversion) => aligned(element, blocksOf(element.children, conversion)),
  div: wrappedImages,
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map(level => [`h${level}`, heading] as const)),
  ul: list,
  ol: list,
  hr: () => [voidBlock('divider')],
  blockquote: (element, conversion) => [block('blockquote', inside(element, conversion))],
  pre: codeBlock,
  table,
  figure,
  details: expandable,
  iframe: embed,
  video: embed,
  'gb:hint': hint,
  'gb:tabs': tabs,
  'gb:stepper': stepper,
  'gb:columns': columns,
  'gb:code': codeContainer,
  'gb:content-ref': contentRef,
  'gb:page-ref': contentRef,
  'gb:embed': embed,
  'gb:file': file,
  'gb:include': include,
  'gb:openapi': swagger,
  'gb:swagger': swagger,
  'gb:swagger-description': swaggerPart,
  'gb:swagger-parameter': swaggerPart,
  'gb:swagger-response': swaggerPart,
  'gb:openapi-operation': openApiOperation,
  'gb:openapi-schemas': openApiSchemas,
  'gb:if': (element, conversion) => [
    block('if', inside(element, conversion), { expression: element.attributes.expression ?? '' }),
  ],
}

function blocksOfElement(element: Element, conversion: Conversion): readonly DocumentNode[] {
  const convert = Object.hasOwn(CONVERTERS, element.name) ? CONVERTERS[element.name] : undefined
  return convert === undefined ? blocksOf(element.children, conversion) : convert(element, conversion)
}

function inside(element: Element, conversion: Conversion): readonly DocumentNode[] {
  return orEmptyParagraph(blocksOf(element.children, conversion))
}

function paragraphs(run: readonly Markup[], conversion: Conversion): DocumentNode[] {
  const content = run.filter(node => !isBlank(node))
  const [first] = content
  if (first === undefined) return []
  const elements = content.filter(node => typeof node !== 'string')
  if (elements.length === content.length) {
    if (elements.every(element => element.name === 'img' || element.name === 'picture'))
      return [imagesBlock(elements, conversion)]
    if (content.length === 1 && elements[0]?.name === 'math')
      return [voidBlock('math', { formula: formulaOf(first) })]
  }
  const nodes = inlinesOf(run, conversion)
  return nodes.length === 0 ? [] : [block('paragraph', nodes)]
}

function formulaOf(markup: Markup): string {
  return typeof markup === 'string' ? markup : markup.children.map(formulaOf).join('')
}

function aligned(element: Element, blocks: readonly DocumentNode[]): readonly DocumentNode[] {
  const { align } = element.attributes
  if (align === undefined) return blocks
  return blocks.map(node =>
    node.object === 'block' && !node.isVoid ? { ...node, data: { ...node.data, align } } : node,
  )
}
