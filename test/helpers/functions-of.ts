/** The functions of a source file, how many parameters each takes and over how many lines its body goes; and its names. */
import { parseSync } from 'oxc-parser'

export interface SourceFunction {
  name: string
  parameters: number
  /** 0 for a signature. */
  lines: number
}

const NAMED = ['id', 'key'] as const

/** Throws where the text is no TypeScript. */
export function functionsOf(file: string, text: string): SourceFunction[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const found: SourceFunction[] = []
  visit(program, null, found, text)
  return found
}

/** Every name that code gives or uses for a variable, a parameter, a property or a type; none of words and comments. */
export function namesIn(file: string, text: string): Set<string> {
  const found = new Set<string>()
  const collect = (value: unknown) => {
    if (Array.isArray(value)) for (const child of value) collect(child)
    if (!isNode(value)) return
    if (value.type === 'Identifier' && typeof value.name === 'string') found.add(value.name)
    for (const child of Object.values(value)) collect(child)
  }
  collect(parseSync(file, text).program)
  return found
}

function visit(value: unknown, name: string | null, found: SourceFunction[], text: string): void {
  if (Array.isArray(value)) for (const one of value) visit(one, name, found, text)
  if (!isNode(value)) return
  const own = NAMED.map(field => nameIn(value[field])).find(one => one !== null) ?? name
  if (Array.isArray(value.params) && isFunction(value))
    found.push({
      name: own ?? '(no name)',
      parameters: value.params.length,
      lines: isNode(value.body) ? linesIn(text, value.start, value.end) : 0,
    })
  for (const child of Object.values(value)) visit(child, own, found, text)
}

interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value
}

/** Type parameters are listed under the same name. */
function isFunction({ type }: Node): boolean {
  return /Function|Signature/.test(type)
}

function nameIn(value: unknown): string | null {
  return isNode(value) && typeof value.name === 'string' ? value.name : null
}

function linesIn(text: string, start: number, end: number): number {
  return text.slice(start, end).split('\n').length
}
