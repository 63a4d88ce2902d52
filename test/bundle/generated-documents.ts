/**
 * Documents as fast-check makes them: any text, but in the form in which the reader of Markdown would make them
 * (neighbouring texts differ in their marks, no white space at the ends of a paragraph, ids in order).
 */
import fc from 'fast-check'

export type Node = Record<string, unknown>

export function block(type: string, nodes: readonly unknown[], data: Node = {}): Node {
  return { object: 'block', type, isVoid: false, data, nodes }
}

export function inline(type: string, data: Node, nodes?: readonly unknown[]): Node {
  return {
    object: 'inline',
    type,
    isVoid: nodes === undefined,
    data,
    ...(nodes === undefined ? {} : { nodes }),
  }
}

export function text(value: string, ...marks: string[]): Node {
  return { object: 'text', leaves: [leaf(value, marks)] }
}

export function paragraph(...nodes: unknown[]): Node {
  return block('paragraph', nodes)
}

function leaf(value: string, marks: readonly string[]): Node {
  return { object: 'leaf', text: value, marks: marks.map(type => ({ object: 'mark', type })) }
}

/** Words that are mark-up unless they are escaped. */
const word = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('a', 'word', '中文', 'é', '😀', 'x y', 'snake_case', '1', ' ') },
  fc.constantFrom('*', '**', '_', '`', '``', '[', ']', '](', '<', '<b>', '>', '#', '##', '-', '+', '='),
  fc.constantFrom('|', '{%', '%}', '{% endhint %}', '$', '$$', '!', '\\', '&', '&amp;', '~', '~~', ':', '^'),
  fc.constantFrom(
    '---',
    '1.',
    '2)',
    '"',
    '(',
    '.',
    '[^1]:',
    '<!--',
    '</p>',
    'https://x.test',
    '![',
    '* a',
    '> b',
  ),
)
const oneLine = fc
  .array(word, { minLength: 1, maxLength: 6 })
  .map(parts => parts.join('').replace(/ +/g, ' '))
const lines = fc.array(oneLine, { minLength: 1, maxLength: 3 }).map(parts => parts.map(solid).join('\n'))
const marks = fc.subarray(['bold', 'italic', 'strikethrough', 'superscript', 'keyboard', 'code'])

function solid(value: string): string {
  return value.trim() === '' ? 'x' : value.trim()
}

interface Run {
  value: string
  marks: string[]
}

function inlines(values: fc.Arbitrary<string>): fc.Arbitrary<Node> {
  return fc.array(fc.record({ value: values, marks }), { minLength: 1, maxLength: 5 }).map(runs => {
    const joined = joinRuns(runs)
    const leaves = joined.map(({ value, marks }, index) => {
      const start = index === 0 ? value.trimStart() || 'x' : value
      return leaf(index === joined.length - 1 ? start.trimEnd() || 'x' : start, marks)
    })
    return { object: 'text', leaves }
  })
}

function joinRuns(runs: readonly Run[]): Run[] {
  const joined: Run[] = []
  for (const { value, marks } of runs) {
    const last = joined.at(-1)
    if (last?.marks.join() === marks.join()) last.value = `${last.value}${value}`.replace(/ +/g, ' ')
    else joined.push({ value, marks })
  }
  return joined
}

/** The reader takes a text that looks like a task for one, even if it is escaped. */
const texts = inlines(fc.oneof(oneLine, lines)).filter(
  node => !/"text":" *\[[ xX]\]/.test(JSON.stringify(node)),
)

const linked = fc
  .tuple(inlines(oneLine), fc.webUrl(), inlines(oneLine), fc.constantFrom('!', 'a', '$', '\\', '&', '<'))
  .map(([label, url, after, end]) => {
    return paragraph(text(`x${end}`), inline('link', { ref: { kind: 'url', url } }, [label]), after)
  })

const code = fc.array(fc.oneof(fc.string(), oneLine, fc.constant('```')), { minLength: 1 }).map(values => {
  const nodes = values.map(value => block('code-line', [text(value.replace(/[\r\n\0]/g, ' '))]))
  return block('code', nodes, { syntax: 'js' })
})

const heading = fc.tuple(texts, fc.constantFrom(1, 2, 3)).map(([node, level]) => {
  return block(`heading-${level}`, [node])
})

/** Gives headings ids of their own, as services do: the reader tells a repeated one apart by a number. */
function numberHeadings(nodes: readonly Node[]): Node[] {
  let count = 0
  const number = (node: Node): Node => {
    const inside = ['nodes', 'fragments'].filter(key => key in node)
    const below = Object.fromEntries(inside.map(key => [key, (node[key] as Node[]).map(number)]))
    if (!String(node.type).startsWith('heading-')) return { ...node, ...below }
    const id = `h-${++count}`
    return { ...node, ...below, data: { id }, meta: { id } }
  }
  return nodes.map(number)
}

const table = fc
  .record({
    rows: fc.array(fc.tuple(texts, texts), { minLength: 1, maxLength: 3 }),
    title: oneLine.map(solid),
    textAlignment: fc.constantFrom('left', 'center', 'right'),
    /** Only HTML can say so. */
    hideHeader: fc.boolean(),
  })
  .map(({ rows, title, textAlignment, hideHeader }) => {
    const columns = ['c1', 'c2']
    const records = rows.map((_row, at) => {
      const values = Object.fromEntries(columns.map(id => [id, `r${at + 1}-${id}`]))
      return [`r${at + 1}`, { orderIndex: `a00000${at}`, values }] as const
    })
    const data = {
      view: { type: 'grid', columns, hideHeader },
      records: Object.fromEntries(records),
      definition: Object.fromEntries(columns.map(id => [id, { id, type: 'text', title, textAlignment }])),
    }
    const fragments = rows.flatMap((row, at) => {
      return row.map((node, index) => {
        const fragment = `r${at + 1}-c${index + 1}`
        return { object: 'fragment', fragment, type: 'table-cell', nodes: [paragraph(node)] }
      })
    })
    return { object: 'block', type: 'table', isVoid: true, data, fragments }
  })

const leaves = fc.oneof(
  texts.map(node => paragraph(node)),
  linked,
  code,
  heading,
  table,
  fc.constant({ object: 'block', type: 'divider', isVoid: true, data: {} }),
)

const { blocks } = fc.letrec<{ block: Node; blocks: Node[] }>(tie => ({
  block: fc.oneof({ maxDepth: 4 }, leaves, listOf(tie('blocks')), containerOf(tie('blocks'))),
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
}))

function listOf(content: fc.Arbitrary<Node[]>): fc.Arbitrary<Node> {
  const type = fc.constantFrom('list-ordered', 'list-unordered', 'list-tasks')
  const items = fc.array(fc.tuple(content, fc.boolean()), { minLength: 1, maxLength: 3 })
  return fc.tuple(type, items).map(([type, list]) => {
    const nodes = list.map(([inside, checked]) =>
      block('list-item', inside, type === 'list-tasks' ? { checked } : {}),
    )
    return block(type, nodes, type === 'list-ordered' ? { start: 9 } : {})
  })
}

function containerOf(content: fc.Arbitrary<Node[]>): fc.Arbitrary<Node> {
  const fragmentOf = (name: string, nodes: Node[]) => ({
    object: 'fragment',
    fragment: name,
    type: name,
    nodes,
  })
  return fc.oneof(
    content.map(nodes => block('hint', nodes, { style: 'danger' })),
    content.map(nodes => block('if', nodes, { expression: 'a.b == "c"' })),
    fc.tuple(content, content).map(steps =>
      block(
        'stepper',
        steps.map(nodes => block('stepper-step', nodes)),
      ),
    ),
    fc.tuple(texts, content).map(([title, body]) => ({
      object: 'block',
      type: 'expandable',
      isVoid: true,
      data: {},
      fragments: [fragmentOf('expandable-title', [paragraph(title)]), fragmentOf('expandable-body', body)],
    })),
  )
}

/** The reader cuts tags out of quotes, so none stands in them. */
const quote = fc
  .array(
    fc.oneof(
      texts.map(node => paragraph(node)),
      code,
      heading,
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map(nodes => [block('blockquote', nodes)])

export const generatedDocument: fc.Arbitrary<Node> = fc
  .array(fc.oneof({ weight: 3, arbitrary: blocks }, quote), { minLength: 1, maxLength: 3 })
  .map(parts => ({ object: 'document', data: { schemaVersion: 8 }, nodes: numberHeadings(parts.flat()) }))

const KNOWN =
  'paragraph table list-tasks images code tabs expandable link annotation integration blockquote unheard-of'

/** Nodes with anything in them, and JSON that is no node at all. */
export const anyJson: fc.Arbitrary<unknown> = fc.letrec<{ node: unknown }>(tie => {
  const type = fc.constantFrom(...KNOWN.split(' '))
  const object = fc.constantFrom('block', 'inline', 'text', 'document', 'fragment')
  const children = fc.array(tie('node'), { maxLength: 4 })
  const mark = fc.record({ type: fc.string(), data: fc.jsonValue() })
  const anyLeaf = fc.oneof(fc.jsonValue(), fc.record({ text: fc.string(), marks: fc.array(mark) }))
  const node = {
    object,
    type,
    data: fc.jsonValue(),
    meta: fc.jsonValue(),
    nodes: children,
    fragments: children,
  }
  return {
    node: fc.oneof(
      { maxDepth: 5 },
      fc.jsonValue({ maxDepth: 3 }),
      fc.record({ object: fc.constant('text'), leaves: fc.array(anyLeaf) }),
      fc.record(node, { requiredKeys: [] }),
    ),
  }
}).node
