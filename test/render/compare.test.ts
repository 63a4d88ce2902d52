import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { convertDocument } from '../../src/emulator/content/document.ts'
import { makeResolver } from '../../src/emulator/content/targets.ts'
import { type Body, compareBodies } from '../../src/render/compare/compare-bodies.ts'
import type { BlockChange } from '../../src/render/compare/comparison.ts'
import { renderComparison } from '../../src/render/compare/render-comparison.ts'
import {
  anyJson,
  block,
  generatedDocument,
  inline,
  type Node,
  paragraph,
  text,
} from '../bundle/generated-documents.ts'
import { problemsOfComparison, wholeTextOf } from '../helpers/rendered-html.ts'
import { night } from './context.ts'

const resolve = makeResolver({ pages: new Map(), files: new Map(), includes: new Map() })
const compare = (before: Body, after: Body) => compareBodies(before, after, night)
const documents = (before: readonly unknown[], after: readonly unknown[]) =>
  compare(
    { document: { object: 'document', nodes: before } },
    { document: { object: 'document', nodes: after } },
  )
const markdowns = (before: string, after: string) => compare({ markdown: before }, { markdown: after })
const kindsOf = (blocks: readonly BlockChange[]) => blocks.map(({ kind, place }) => `${kind} ${place}`)
const p = (words: string, ...marks: string[]) => paragraph(text(words, ...marks))

describe('what became of a block', () => {
  test('nothing', () => {
    expect(kindsOf(documents([p('a')], [p('a')]).blocks)).toEqual(['same both'])
  })

  test('words of it were changed', () => {
    const { blocks } = documents([p('The quick brown fox jumps')], [p('The quick red fox jumps')])
    expect(kindsOf(blocks)).toEqual(['changed both'])
    expect(`${blocks[0]?.wordsHtml}`).toMatch(/The quick <del>.*brown.*<\/del><ins>.*red.*<\/ins> fox jumps/)
  })

  test('words of it were changed where none are put apart', () => {
    const { blocks } = documents([p('我们今天去北京旅游')], [p('我们明天去北京旅游')])
    const html = `${blocks[0]?.wordsHtml}`.replace(/<span class="label hidden">[^<]*<\/span>/g, '')
    expect(html).toBe('<p>我们<del>今天</del><ins>明天</ins>去北京旅游</p>')
  })

  test('marks and links around words that stayed are still there', () => {
    const of = (words: string) => [
      paragraph(
        text('see '),
        inline('link', { ref: { kind: 'url', url: 'https://x.test' } }, [text(words, 'bold')]),
      ),
    ]
    const { blocks } = documents(of('the good manual'), of('the better manual'))
    expect(`${blocks[0]?.wordsHtml}`).toMatch(/<a href="https:\/\/x.test\/"[^>]*><strong>the <\/strong>/)
  })

  test('its title, too: the earlier one is still read, as words show those of the later alone', () => {
    const code = (title: string, line: string) =>
      `{% code title="${title}" %}\n\`\`\`\n${line} and more of it\n\`\`\`\n{% endcode %}`
    const table = (title: string, cell: string) =>
      `| ${title} | B |\n| --- | --- |\n| ${cell} | the same words |`
    for (const of of [code, table]) {
      const [before, after] = [of('Earlier', 'one'), of('Later', 'two')]
      const documentOf = (markdown: string) => convertDocument(markdown, { title: '', file: 'a.md', resolve })
      const document = compare({ document: documentOf(before) }, { document: documentOf(after) })
      for (const comparison of [document, markdowns(before, after)]) {
        expect(comparison.blocks).toHaveLength(1)
        expect(wholeTextOf(renderComparison(comparison))).toMatch(/Earlier[\s\S]*Later/)
      }
    }
  })

  test('its form only', () => {
    const { blocks } = documents([p('the same words')], [p('the same words', 'bold')])
    expect(kindsOf(blocks)).toEqual(['formatted both'])
  })

  test('nothing that anybody sees: keys, ids, how texts are cut', () => {
    const heading = (id: string, key: string) => ({
      ...block('heading-1', [text('A')], { id }),
      key,
      meta: { id },
    })
    const cut = {
      object: 'text',
      leaves: [
        { text: 'wo', marks: [] },
        { text: 'rds', marks: [] },
      ],
    }
    expect(
      kindsOf(documents([heading('a', 'k1'), p('words')], [heading('b', 'k2'), paragraph(cut)]).blocks),
    ).toEqual(['same both', 'same both'])
  })

  test('it was moved, which both places say', () => {
    const comparison = documents([p('first'), p('second'), p('third')], [p('second'), p('third'), p('first')])
    expect(kindsOf(comparison.blocks)).toEqual(['moved before', 'same both', 'same both', 'moved after'])
    const said = wholeTextOf(renderComparison(comparison))
    expect(said).toContain('Moved from here: now it is block 3')
    expect(said).toContain('Moved to here: it was block 1')
  })

  test('another stands there', () => {
    expect(kindsOf(documents([p('one thing')], [p('quite different words')]).blocks)).toEqual([
      'removed before',
      'added after',
    ])
  })

  test('a picture became another', () => {
    const image = (file: string) => block('image', [], { ref: { kind: 'file', file } })
    const comparison = documents([image('a')], [image('b')])
    expect(kindsOf(comparison.blocks)).toEqual(['changed both'])
    expect(renderComparison(comparison)).toMatch(/Before:.*\/night\/file\/a.*After:.*\/night\/file\/b/s)
  })

  test('a line of code came', () => {
    const code = (...lines: string[]) =>
      block(
        'code',
        lines.map(line => block('code-line', [text(line)])),
      )
    const { blocks } = documents([code('a()', 'c()', 'd()')], [code('a()', 'b()', 'c()', 'd()')])
    expect(`${blocks[0]?.wordsHtml}`).toContain('<ins>')
  })

  test('a document cannot say so itself', () => {
    const forged = paragraph({
      object: 'text',
      leaves: [{ text: 'x', marks: [{ type: 'added', data: {} }] }],
    })
    expect(renderComparison(documents([forged], [forged]))).not.toContain('<ins')
    expect(renderComparison(markdowns('<ins>x</ins> <del>y</del>', '<ins>x</ins> <del>y</del>'))).not.toMatch(
      /<(ins|del)/,
    )
  })
})

describe('the way through the changes', () => {
  const lines = (html: string) => wholeTextOf(html).replace(/\n+/g, '\n').trim().split('\n')

  test('begins with how many there are, and leads from each to the next and round again', () => {
    const html = renderComparison(
      documents(
        [p('goes to the end'), p('stays'), p('one two three four'), p('quite forgotten')],
        [p('stays'), p('one two three five'), p('goes to the end'), p('never seen before')],
      ),
    )
    expect(lines(html)[0]).toBe('4 changes: 1 removed, 1 added, 1 changed, 1 moved to the first change')
    // A block that was moved is passed twice.
    const ids = [...html.matchAll(/<section class="change [a-z]+" id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids).toEqual(['change-1', 'change-2', 'change-3', 'change-4', 'change-5'])
    const links = [...html.matchAll(/href="#(change-\d)"/g)].map(([, id]) => id)
    expect(links).toEqual(['change-1', 'change-2', 'change-3', 'change-4', 'change-5', 'change-1'])
  })

  test('of a single change leads to it', () => {
    const html = renderComparison(documents([p('a')], [p('a'), p('b')]))
    expect(lines(html)[0]).toBe('1 change: 1 added to the first change')
    expect(html.match(/href="#/g)).toHaveLength(1)
  })

  test('of none says so', () => {
    expect(lines(renderComparison(documents([p('a')], [p('a')])))[0]).toBe(
      'Nothing that a reader sees differs.',
    )
  })

  test('cannot be led astray by a body that calls a place of its own so', () => {
    const forged = [
      block('heading-1', [text('Forged')], { id: 'change-1' }),
      paragraph(inline('link', { ref: { kind: 'anchor', anchor: 'change-1' } }, [text('next change')])),
    ]
    const html = renderComparison(documents(forged, [...forged, p('new')]))
    expect(problemsOfComparison(html)).toEqual([])
    expect(html).toContain('<a href="#user-content-change-1">')
    const markdown = renderComparison(
      markdowns('# A', '# A <a href="#change-1" id="change-1"></a>\n\n<p id="change-1">x</p>'),
    )
    expect(problemsOfComparison(markdown)).toEqual([])
  })
})

describe('Markdown', () => {
  test('block by block', () => {
    const { blocks } = markdowns('# A\n\none two three\n\n* x', '# A\n\none 2 three\n\nnew\n\n* x')
    expect(kindsOf(blocks)).toEqual(['same both', 'changed both', 'added after', 'same both'])
    expect(`${blocks[1]?.wordsHtml}`).toMatch(/one <del>.*two.*<\/del><ins>.*2.*<\/ins> three/)
  })

  test('a tag whose settings differ is another in form', () => {
    const hint = (style: string) => `{% hint style="${style}" %}\nCareful here\n{% endhint %}`
    expect(kindsOf(markdowns(hint('info'), hint('danger')).blocks)).toEqual(['formatted both'])
  })

  test('and a document are compared as Markdown, and it says so', () => {
    const { blocks, limits } = compare(
      { document: { nodes: [p('one'), p('two')] } },
      { markdown: 'one\n\nthree' },
    )
    expect(kindsOf(blocks)).toEqual(['same both', 'removed before', 'added after'])
    expect(limits).toHaveLength(1)
  })
})

describe('any two documents', () => {
  /** Blocks of both, so that there is something to find. */
  const two = fc.array(generatedDocument, { minLength: 1, maxLength: 4 }).chain(list => {
    const blocks = list.flatMap(({ nodes }) => (Array.isArray(nodes) ? nodes : []))
    const some = fc.shuffledSubarray(blocks)
    return fc.tuple(some, some)
  })

  test('with itself: all is the same', () => {
    fc.assert(
      fc.property(generatedDocument, ({ nodes }) => {
        const list = Array.isArray(nodes) ? nodes : []
        const { blocks } = documents(list, list)
        expect(blocks.every(({ kind }) => kind === 'same')).toBe(true)
        expect(blocks).toHaveLength(list.length)
      }),
      { numRuns: 200 },
    )
  })

  test('without what came it is the earlier, without what went the later, each in its order', () => {
    fc.assert(
      fc.property(two, ([before, after]) => {
        const { blocks } = documents(before, after)
        const old = blocks.filter(({ place }) => place !== 'after').map(change => change.before)
        const fresh = blocks.filter(({ place }) => place !== 'before').map(change => change.after)
        expect(old).toEqual(before.map((_block, index) => index))
        expect(fresh).toEqual(after.map((_block, index) => index))
      }),
      { numRuns: 300 },
    )
  })

  test('words that are not marked as gone are those of the later, words not marked as new those of the earlier', () => {
    const words = fc
      .array(fc.constantFrom('a', 'b', 'c', 'dog', '北京', '东西', ' ', '.'), { maxLength: 12 })
      .map(parts => parts.join(''))
    fc.assert(
      fc.property(words, words, (left, right) => {
        const { blocks } = documents([p(`same start ${left}`)], [p(`same start ${right}`)])
        const html = blocks.map(({ wordsHtml }) => `${wordsHtml ?? ''}`).join('')
        if (html === '') return
        const plain = html.replace(/<span class="label hidden">[^<]*<\/span>/g, '')
        expect(wholeTextOf(plain.replace(/<del>.*?<\/del>/gs, '')).trim()).toBe(`same start ${right}`.trim())
        expect(wholeTextOf(plain.replace(/<ins>.*?<\/ins>/gs, '')).trim()).toBe(`same start ${left}`.trim())
      }),
      { numRuns: 300 },
    )
  })

  test('and any JSON: allowed HTML', () => {
    fc.assert(
      fc.property(anyJson, anyJson, (before, after) => {
        const html = renderComparison(documents([before], [after]))
        expect(problemsOfComparison(html), html).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})

describe('what is too much', () => {
  test('many blocks are compared as a whole, and it says so', () => {
    const many = Array.from({ length: 5001 }, (_, at): Node => p(`block number ${at}`))
    const { blocks, limits } = documents(many, [...many.slice(1), p('block number x')])
    expect(limits.join()).toContain('too large to compare word by word')
    expect(blocks.filter(({ wordsHtml }) => wordsHtml !== null)).toEqual([])
  })

  test('nothing in common: all of both is shown', () => {
    const many = (word: string) => Array.from({ length: 4000 }, (_, at) => p(`${word} ${at}`))
    const { blocks, limits } = documents(many('a'), many('b'))
    expect(limits.join()).toContain('too different to be put beside each other')
    expect(blocks).toHaveLength(8000)
  })

  test('many words are shown as they were and as they became', () => {
    const long = (word: string) => p(Array.from({ length: 12_000 }, (_, at) => `${at % 9}`).join(' ') + word)
    const comparison = documents([long(' a')], [long(' b')])
    expect(comparison.limits.join()).toContain('too many words')
    expect(wholeTextOf(renderComparison(comparison))).toMatch(/Before:[\s\S]*After:/)
  })

  test('nesting that no editor makes is compared as text', () => {
    const deep = (words: string) => {
      let node: unknown = text(words)
      for (let depth = 0; depth < 5000; depth++) node = { object: 'block', type: 'hint', nodes: [node] }
      return node
    }
    expect(kindsOf(documents([deep('a')], [deep('a')]).blocks)).toEqual(['same both'])
    expect(kindsOf(documents([deep('a')], [deep('b')]).blocks)).toEqual(['changed both'])
  })
})
