/** The longest text that whatever a pattern finds must contain, so that an index can be asked for it. */
import { type AST, RegExpParser } from '@eslint-community/regexpp'
import { normalForm } from '../../model/normal-form.ts'

type Element = AST.Pattern['alternatives'][number]['elements'][number]

/** In normal form; null: nothing is certain. */
export function longestLiteral(pattern: string): string | null {
  const { alternatives } = new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true })
  const runs: string[] = ['']
  addRuns(alternatives, runs)
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '')
  return longest === '' ? null : normalForm(longest)
}

function addRuns(alternatives: readonly AST.Alternative[], runs: string[]): void {
  const [only, ...others] = alternatives
  if (only === undefined || others.length > 0) runs.push('')
  else for (const element of only.elements) addElement(element, runs)
}

function addElement(element: Element, runs: string[]): void {
  if (element.type === 'Character' && isCertain(element.value)) {
    runs.push((runs.pop() ?? '') + String.fromCodePoint(element.value))
  } else if (element.type === 'Quantifier' && element.min > 0) {
    // Once at least; how often, and so what follows it, is open.
    addElement(element.element, runs)
    runs.push('')
  } else if (element.type === 'CapturingGroup' || (element.type === 'Group' && element.modifiers === null)) {
    addRuns(element.alternatives, runs)
  } else runs.push('')
}

/** Without regard to case a pattern finds more than lower case makes equal, but in letters that the normal form takes. */
function isCertain(point: number): boolean {
  const character = String.fromCodePoint(point)
  return point < 0x80 || character.toLowerCase() === character.toUpperCase()
}
