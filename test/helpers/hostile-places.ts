/** A text everywhere where a text may stand, in a document of the platform and in Markdown. */
import { block, inline, type Node, paragraph } from '../bundle/generated-documents.ts'

/** A payload everywhere in a document where a text may stand. */
export function documentsWith(payload: string): Node[][] {
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

function tableWith(payload: string, refs: readonly object[]): Node[] {
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
export function markdownWith(payload: string): string[] {
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
