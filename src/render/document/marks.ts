/** Marks around a text. Colours are classes of those that the platform has; what a mark means is never told by colour alone. */
import { type Mark, textIn } from '../../dialect/render/node.ts'
import { type Child, element, type Html, join } from '../html/element.ts'
import { unknownMark } from './unknown.ts'

/** What a comparison puts around words, known by what it is: no document has a mark that is this one. */
export const ADDED: Mark = { type: 'added', data: {} }
export const REMOVED: Mark = { type: 'removed', data: {} }

const TAGS: Readonly<Record<string, string>> = {
  bold: 'strong',
  italic: 'em',
  strikethrough: 's',
  code: 'code',
  keyboard: 'kbd',
  superscript: 'sup',
  subscript: 'sub',
}

const COLORS = new Set(
  'green blue red orange yellow purple $primary $info $success $warning $danger'.split(' '),
)

/** Code is innermost, as the first mark is written last. */
export function marked(text: Child, marks: readonly Mark[]): Html {
  return marks.toSorted(byPlace).reduce<Html>((inside, mark) => markedOnce(inside, mark), join(text))
}

function byPlace(a: Mark, b: Mark): number {
  return placeOf(a) - placeOf(b)
}

function placeOf(mark: Mark): number {
  if (mark === ADDED || mark === REMOVED) return 2
  return mark.type === 'code' ? 0 : 1
}

function markedOnce(inside: Html, mark: Mark): Html {
  if (mark === ADDED) return insertion(inside)
  if (mark === REMOVED) return deletion(inside)
  if (mark.type === 'color') return element('span', { class: colorNames(mark) }, inside)
  const tag = Object.hasOwn(TAGS, mark.type) ? TAGS[mark.type] : undefined
  return tag === undefined ? unknownMark(mark.type, inside) : element(tag, {}, inside)
}

export function insertion(inside: Child): Html {
  return element('ins', {}, hidden('added: '), inside, hidden(' (end of what was added) '))
}

export function deletion(inside: Child): Html {
  return element('del', {}, hidden('removed: '), inside, hidden(' (end of what was removed) '))
}

/** For who hears the page. */
function hidden(words: string): Html {
  return element('span', { class: 'label hidden' }, words)
}

function colorNames({ data }: Mark): string | undefined {
  const names = ['text', 'background'].flatMap(name => {
    const color = textIn(data, name) ?? ''
    return COLORS.has(color) ? [`${name}-${color.replace('$', '')}`] : []
  })
  return names.length === 0 ? undefined : names.join(' ')
}
