/**
 * `{% name attribute="…" %}` tags: their syntax, and which of them have content.
 */
export interface Tag {
  name: string
  closing: boolean
  attributes: Record<string, string>
  /** Everything after the name, e.g. the expression of `if`. */
  rest: string
}

const TAG = /^\{%-?\s*([a-zA-Z][\w-]*)([\s\S]*?)-?%\}$/
const ATTRIBUTE = /([\w-]+)=(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\s"']+))/g

const PAIRED = new Set([
  'hint',
  'tabs',
  'tab',
  'code',
  'stepper',
  'step',
  'columns',
  'column',
  'content-ref',
  'openapi',
  'openapi-operation',
  'openapi-schemas',
  'swagger',
  'swagger-description',
  'swagger-parameter',
  'swagger-response',
  'if',
])
/** May stand alone or around a caption. */
const OPTIONAL = new Set(['embed', 'file', 'page-ref'])
const VOID = new Set(['include'])

export function parseTag(text: string): Tag | null {
  const match = TAG.exec(text.trim())
  if (match === null) return null
  const [, word = '', rest = ''] = match
  const closing = word.startsWith('end')
  return {
    name: closing ? word.slice(3) : word,
    closing,
    attributes: attributesOf(rest),
    rest: rest.trim(),
  }
}

export function contentOf(tag: Tag): 'paired' | 'optional' | 'void' | 'unknown' {
  if (OPTIONAL.has(tag.name)) return 'optional'
  if (PAIRED.has(tag.name)) return 'paired'
  return VOID.has(tag.name) ? 'void' : 'unknown'
}

function attributesOf(text: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [, name = '', double, single, bare] of text.matchAll(ATTRIBUTE)) {
    attributes[name] = (double ?? single ?? bare ?? '').replace(/\\(["'\\])/g, '$1')
  }
  return attributes
}
