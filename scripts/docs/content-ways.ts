/** What each way of writing content can bring back, from the table that plans and comparisons go by. */
import { type Cell, capabilities, WAYS } from '../../src/restore/content/capabilities.ts'
import { code, table } from './markdown.ts'

export function contentTable(when: 'made' | 'inPlace'): string {
  const rows = capabilities
    .filter(capability => capability.kind === 'page' || when === 'made')
    .map(capability => [capability.property, ...WAYS.map(way => cell(capability[when][way]))])
  return table(['property', ...WAYS.map(way => code(way))], rows)
}

function cell({ reach, words }: Cell): string {
  return reach === 'no' ? `no: ${words}` : words
}
