/**
 * What a browser would make of a rendering: read by a parser of HTML that knows nothing of the renderer, judged by lists of its
 * own. Mark-up that a parser has to repair is a problem too: what it is taken for then depends on who reads it.
 */
import { type DefaultTreeAdapterTypes, parseFragment, serialize } from 'parse5'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

const ELEMENTS = new Set(
  (
    'a aside b bdi blockquote br cite code dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd ' +
    'li mark ol p pre q s samp section small span strong sub summary sup table tbody td th thead tr u ul var wbr'
  ).split(' '),
)
const ATTRIBUTES = new Set(
  'class id href src alt title target rel role aria-label open loading scope start colspan rowspan width height tabindex'.split(
    ' ',
  ),
)

/** What must not be in a rendering; `own` begins every address that the context gives, `ours` are ids that no body may have. */
export function problemsOf(html: string, own = '/night/', ours: ReadonlySet<string> = new Set()): string[] {
  const tree = parseFragment(html)
  const problems = elementsOf(tree.childNodes).flatMap(element => problemsOfElement(element, own, ours))
  for (const node of nodesOf(tree.childNodes)) {
    if (node.nodeName === '#comment') problems.push('a comment')
    if (node.nodeName === '#documentType') problems.push('a document type')
  }
  if (canonical(serialize(tree)) !== canonical(html)) problems.push('a parser reads another tree')
  return problems
}

/** Spellings that change no tree: brackets are none of them. */
function canonical(html: string): string {
  return html
    .replace(/&quot;/g, '"')
    .replace(/&nbsp;/g, '\u00a0')
    .replace(/ \/>/g, '>')
}

/** Of a comparison: its changes are numbered, each number once, and links lead to numbers that are there. */
export function problemsOfComparison(html: string): string[] {
  const elements = elementsOf(parseFragment(html).childNodes)
  const changes = elements.filter(
    element => element.tagName === 'section' && classOf(element).startsWith('change '),
  )
  const ours = new Set(changes.map((_change, index) => `change-${index + 1}`))
  const ids = elements.map(element => attributeOf(element, 'id') ?? '').filter(id => id.startsWith('change-'))
  const isNumbered = ids.join() === [...ours].join()
  return [...problemsOf(html, '/night/', ours), ...(isNumbered ? [] : [`changes ${ids.join()}`])]
}

function classOf(element: Element): string {
  return attributeOf(element, 'class') ?? ''
}

function attributeOf({ attrs }: Element, name: string): string | undefined {
  return attrs.find(attribute => attribute.name === name)?.value
}

function problemsOfElement(
  { tagName, namespaceURI, attrs }: Element,
  own: string,
  ours: ReadonlySet<string>,
): string[] {
  const problems = ELEMENTS.has(tagName) ? [] : [`element ${tagName}`]
  if (namespaceURI !== 'http://www.w3.org/1999/xhtml') problems.push(`namespace ${namespaceURI}`)
  for (const { name, value } of attrs) {
    if (!ATTRIBUTES.has(name)) problems.push(`attribute ${name}`)
    if (name === 'href' && !isHref(value, own) && !ours.has(value.slice(1))) problems.push(`href ${value}`)
    if (name === 'src' && !value.startsWith(own)) problems.push(`src ${value}`)
    if (name === 'id' && !value.startsWith('user-content-') && !ours.has(value)) problems.push(`id ${value}`)
    if (name === 'tabindex' && value !== '0') problems.push(`tabindex ${value}`)
    if (name === 'class' && !/^[a-z0-9 -]+$/.test(value)) problems.push(`class ${value}`)
  }
  const href = attrs.find(({ name }) => name === 'href')?.value ?? ''
  const rel = attrs.find(({ name }) => name === 'rel')?.value
  if (/^[a-z]/i.test(href) && rel !== 'noreferrer noopener') problems.push(`no rel: ${href}`)
  return problems
}

function isHref(value: string, own: string): boolean {
  return /^(https?:\/\/|mailto:|#user-content-)[\x21-\x7e]*$/.test(value) || value.startsWith(own)
}

/** What somebody reads who wrote the body: without words of the program, with the texts that stand for pictures. */
export function bodyTextOf(html: string): string {
  return textOfNodes(parseFragment(html).childNodes, true)
}

/** Everything that is read. */
export function wholeTextOf(html: string): string {
  return textOfNodes(parseFragment(html).childNodes, false)
}

function textOfNodes(nodes: readonly Node[], isBody: boolean): string {
  return nodes.map(node => textOfNode(node, isBody)).join('')
}

function textOfNode(node: Node, isBody: boolean): string {
  if ('value' in node) return node.value
  if (!('attrs' in node)) return ''
  const [names, alt] = ['class', 'alt'].map(
    name => node.attrs.find(attribute => attribute.name === name)?.value ?? '',
  )
  if (isBody && names?.split(' ').includes('label') === true) return ''
  if (node.tagName === 'img') return alt ?? ''
  const edge = BLOCKS.test(node.tagName) ? '\n' : ''
  return `${edge}${textOfNodes(node.childNodes, isBody)}${edge}`
}

const BLOCKS = /^(p|h\d|div|li|td|th|tr|pre|dd|dt|figcaption|summary|section|aside|details|blockquote|br|hr)$/

export function elementsOf(nodes: readonly Node[]): Element[] {
  return nodesOf(nodes).flatMap(node => ('attrs' in node ? [node] : []))
}

function nodesOf(nodes: readonly Node[]): Node[] {
  const all: Node[] = []
  const waiting = [...nodes].reverse()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    all.push(node)
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) waiting.push(child)
  }
  return all
}
