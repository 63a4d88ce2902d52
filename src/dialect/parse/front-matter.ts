/**
 * The YAML block at the top of a Markdown file. `raw + body` is always the input, byte for byte.
 */
import { parseYamlMap } from './yaml-map.ts'

export interface FrontMatter {
  data: Record<string, unknown>
  /** What follows the block; the whole text when there is none. */
  body: string
  /** The block with its fences, the byte order mark included; '' when there is none. */
  raw: string
  /** Why the block could not be read; `data` is empty then. */
  problem?: string
}

const BLOCK = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/

export function parseFrontMatter(markdown: string): FrontMatter {
  const match = BLOCK.exec(markdown)
  if (match === null) return { data: {}, body: markdown, raw: '' }
  const yaml = parseYamlMap(match[1] ?? '')
  // A page may begin with a divider: `---`, prose, `---` reads as YAML text, and is no front matter.
  if (yaml.notMap) return { data: {}, body: markdown, raw: '' }
  const found = { data: yaml.data, body: markdown.slice(match[0].length), raw: match[0] }
  return yaml.error === undefined ? found : { ...found, problem: yaml.error }
}
