/**
 * Builds a tree from a stream of tags that may be unbalanced: nothing that was added is ever lost, a closing tag
 * without its opening one is ignored, an element that is never closed ends with its container.
 */
import type { Element } from './element.ts'

export interface TreeBuilder {
  root: Element
  text(text: string): void
  /** A `fenced` element is not closed by a tag inside it, only by its own end. */
  open(name: string, attributes: Record<string, string>, fenced?: boolean): void
  /** An element without content. */
  add(element: Element): void
  close(name: string, fenced?: boolean): void
}

/** Elements that end when one of the same kind begins. */
const IMPLIED_END: Record<string, readonly string[]> = {
  li: ['li'],
  p: ['p'],
  td: ['td', 'th'],
  th: ['td', 'th'],
  tr: ['td', 'th', 'tr'],
}

/** Whatever stands deeper becomes a sibling: conversions walk the tree by recursion. */
const MAX_DEPTH = 200

export function makeTreeBuilder(): TreeBuilder {
  const root: Element = { name: 'root', attributes: {}, children: [] }
  const stack = [{ element: root, fenced: true }]
  const top = () => stack.at(-1)?.element ?? root
  const endImplied = (name: string) => {
    const ends = IMPLIED_END[name] ?? []
    while (stack.length > 1 && stack.at(-1)?.fenced === false && ends.includes(top().name)) stack.pop()
  }
  return {
    root,
    text: text => void top().children.push(text),
    add: element => void top().children.push(element),
    open(name, attributes, fenced = false) {
      if (!fenced) endImplied(name)
      const element: Element = { name, attributes, children: [] }
      top().children.push(element)
      if (stack.length < MAX_DEPTH) stack.push({ element, fenced })
    },
    close(name, fenced = false) {
      for (let index = stack.length - 1; index > 0; index--) {
        const entry = stack[index]
        if (entry?.element.name === name) {
          stack.length = index
          return
        }
        if (!fenced && entry?.fenced === true && entry.element.name !== 'p') return
      }
    },
  }
}
