/**
 * Puts tables between their markers: `<!-- generated:NAME -->` … `<!-- /generated -->`. What stands outside the
 * markers is never touched. Throws for a marker without an end and for a name that nobody makes.
 */
import type { Sections } from './sections.ts'

const OPEN = /^<!-- generated:(\S+) -->$/
const CLOSE = '<!-- /generated -->'

export function fill(text: string, sections: Sections): string {
  const filled: string[] = []
  let open: string | null = null
  for (const line of text.split('\n')) {
    const name = OPEN.exec(line)?.[1]
    if (open !== null && name !== undefined)
      throw new Error(`generated:${name} begins inside generated:${open}`)
    if (line === CLOSE) open = null
    if (open === null) filled.push(line)
    if (name === undefined) continue
    open = name
    filled.push('', contentOf(name, sections), '')
  }
  if (open !== null) throw new Error(`generated:${open} has no end`)
  return filled.join('\n')
}

function contentOf(name: string, sections: Sections): string {
  const content = sections.get(name)
  if (content !== undefined) return content
  throw new Error(`there is no table "${name}"; tables are ${[...sections.keys()].join(', ')}`)
}
