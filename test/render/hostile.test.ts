import { describe, expect, test } from 'vitest'
import { renderDocument } from '../../src/render/document/render-document.ts'
import { renderMarkdown } from '../../src/render/markdown/render-markdown.ts'
import { block, inline, paragraph, text } from '../bundle/generated-documents.ts'
import { hostileAddresses, hostilePayloads } from '../helpers/hostile-payloads.ts'
import { problemsOf } from '../helpers/rendered-html.ts'
import { night } from './context.ts'

/** Whoever answers what the page says, answers as badly as it can. */
const echo = { ...night, nameOf: (ref: object) => JSON.stringify(ref) }

/** A payload everywhere in a document where a text may stand. */
function documentsWith(payload: string): unknown[] {
  const url = { kind: 'url', url: payload }
  const refs = ['page', 'file', 'anchor', 'user', 'space', 'openapi', 'reusable-content', payload].map(
    kind => ({
      kind,
      [kind]: payload,
      page: payload,
      anchor: payload,
      spec: payload,
      reusableContent: payload,
      space: payload,
    }),
  )
  const leaf = {
    object: 'leaf',
    text: payload,
    marks: [{ type: payload }, { type: 'color', data: { text: payload } }],
  }
  const own = { object: 'text', leaves: [leaf] }
  const fragments = ['caption', 'expandable-title', 'annotation-body', payload].map(fragment => ({
    object: 'fragment',
    fragment,
    nodes: [paragraph(own)],
  }))
  const data = Object.fromEntries(
    (
      'id align style icon title syntax overflow formula expression url alt caption code label kind action query path method ' +
      'name width height size start description date integration block'
    )
      .split(' ')
      .map(name => [name, payload] as const),
  )
  const blocks = [...BLOCKS, payload].map(type => ({
    ...block(type, [paragraph(own), block('list-item', [own], data), block('code-line', [own])], data),
    meta: { id: payload, token: payload },
    fragments,
  }))
  const inlines = [...INLINES, payload].flatMap(type =>
    (type === 'link' ? [url, ...refs, undefined] : [url, refs[1]]).map(ref => ({
      ...inline(type, { ...data, ref, refDark: ref }, [own]),
      fragments,
    })),
  )
  return [[...blocks, paragraph(...inlines)], tableWith(payload, [url, ...refs])]
}

const BLOCKS =
  'paragraph heading-1 list-ordered list-unordered list-tasks divider blockquote hint prompt code math images image drawing file embed content-ref reusable-content integration expandable tabs stepper columns updates update if swagger openapi-operation openapi-webhook openapi-schemas'.split(
    ' ',
  )
const INLINES = 'link annotation mention inline-image emoji icon expression inline-math button'.split(' ')

function tableWith(payload: string, refs: readonly object[]): unknown {
  const types = [
    'text',
    'number',
    'checkbox',
    'files',
    'users',
    'rating',
    'select',
    'content-ref',
    'image',
    payload,
  ]
  const definition = types.map(type => [
    type,
    { id: type, type, title: payload, options: [{ value: payload, label: payload, color: payload }] },
  ])
  const values = [payload, [payload], true, 1, { ref: { kind: 'url', url: payload } }, ...refs]
  const records = values.map((value, at) => [
    `${payload}${at}`,
    { orderIndex: payload, values: Object.fromEntries(types.map(type => [type, value] as const)) },
  ])
  const view = {
    type: 'cards',
    coverDefinition: 'files',
    coverDefinitionDark: 'image',
    targetDefinition: payload,
  }
  const data = { view, definition: Object.fromEntries(definition), records: Object.fromEntries(records) }
  return [
    {
      object: 'block',
      type: 'table',
      data,
      fragments: [{ object: 'fragment', fragment: payload, nodes: [] }],
    },
  ]
}

/** A payload everywhere in Markdown. */
function markdownWith(payload: string): string[] {
  const line = payload.replace(/\s*\n\s*/g, ' ')
  return [
    payload,
    `before ${payload} after`,
    `# ${line}\n\n* ${line}\n  * ${line}\n\n> ${line}\n\n| ${line} | b |\n| --- | --- |\n| ${line} | ${line} |`,
    `[${line}](${line} "${line}") ![${line}](${line}) [x](<${line}>)\n\n[y]: <${line}> "${line}"\n\n[y]`,
    `<table><thead><tr><th width="${line}" align="${line}" data-type="${line}">${line}</th></tr></thead><tbody><tr><td colspan="${line}">${line}</td></tr></tbody></table>`,
    `<figure><img src="${line}" alt="${line}" width="${line}"><figcaption><p>${line}</p></figcaption></figure>`,
    `<details>\n\n<summary>${line}</summary>\n\n${payload}\n\n</details>`,
    `<a href="${line}" class="${line}" id="${line}" title='${line}'>${line}</a><pre data-title="${line}">${line}</pre>`,
    ...'hint tab code embed file content-ref include openapi if step @x/y evil'
      .split(' ')
      .map(
        name =>
          `{% ${name} style="${line}" title="${line}" url="${line}" src="${line}" ${line} %}\n${payload}\n{% end${name} %}`,
      ),
    `---\ntitle: ${line}\ndescription: "${line}"\n---\n\n${payload}`,
    `\`\`\`${line}\n${payload}\n\`\`\`\n\n\`${line}\` $$${line}$$`,
  ]
}

describe(`${hostilePayloads.length} payloads`, () => {
  test('are more than two hundred, none of them twice', () => {
    expect(new Set(hostilePayloads).size).toBe(hostilePayloads.length)
    expect(hostilePayloads.length).toBeGreaterThan(200)
  })

  test('do nothing anywhere in a document', () => {
    for (const payload of hostilePayloads) {
      for (const document of documentsWith(payload)) {
        expect(problemsOf(renderDocument(document, echo)), payload).toEqual([])
      }
    }
  })

  test('do nothing anywhere in Markdown', () => {
    for (const payload of hostilePayloads) {
      for (const markdown of markdownWith(payload))
        expect(problemsOf(renderMarkdown(markdown, echo)), markdown).toEqual([])
    }
  })

  test('are never followed as addresses', () => {
    for (const address of hostileAddresses) {
      const link = paragraph(inline('link', { ref: { kind: 'url', url: address } }, [text('x')]))
      const [href] = /(?<=href=")[^"]*/.exec(renderDocument([link], night)) ?? []
      if (href !== undefined) expect(href).toMatch(/^https?:\/\//)
    }
  })
})

describe('a page that takes long to read', () => {
  const LONG = 500_000
  const nested = (open: string, close: string) => open.repeat(LONG / 50) + close.repeat(LONG / 50)

  test.each([
    ['brackets', '['.repeat(LONG)],
    ['links', '[a]('.repeat(LONG / 4)],
    ['emphasis', '*_'.repeat(LONG / 2)],
    ['quotes', '>'.repeat(LONG)],
    ['tags', '{% hint %}\n'.repeat(LONG / 11)],
    ['divisions', nested('<div>', '</div>')],
    ['tables', nested('<table><tr><td>', '</td></tr></table>')],
    ['attributes', `<a ${'x="y" '.repeat(LONG / 6)}>`],
    ['open tags', '<a href="'.repeat(LONG / 9)],
    ['comments', '<!--'.repeat(LONG / 4)],
    ['entities', '&amp'.repeat(LONG / 4)],
    [
      'code',
      '`'
        .repeat(1000)
        .concat(' ')
        .repeat(LONG / 1001),
    ],
  ])('is read in time: %s', (_name, markdown) => {
    const started = performance.now()
    expect(problemsOf(renderMarkdown(markdown, night))).toEqual([])
    expect(performance.now() - started).toBeLessThan(20_000)
  })

  test('and one that is too large is shown as its source', () => {
    const html = renderMarkdown(`<script>alert(1)</script>${'x'.repeat(600_000)}`, night)
    expect(html).toContain('larger than 512 KiB')
    expect(problemsOf(html)).toEqual([])
  })
})
