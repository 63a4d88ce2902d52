/** The table of kinds, and what of each is no change. */
import { resources } from '../../src/resources/index.ts'
import type { Resource } from '../../src/resources/resource.ts'
import { code, codeList, sentence, table } from './markdown.ts'

const fidelities = { full: 'full', part: 'in part', no: 'no' } as const

export function kindTable(): string {
  const rows = resources.map(resource => [
    code(resource.kind),
    resource.parent === null ? '' : code(resource.parent),
    sentence(resource.doc),
    fidelities[resource.restore.fidelity],
    sentence(resource.restore.note),
  ])
  return table(['kind', 'stands under', 'what it is', 'can be put back', 'how, and what is lost'], rows)
}

export function noiseTable(): string {
  const rows = resources.map(resource => [
    code(resource.kind),
    codeList(resource.volatile),
    codeList(
      Object.entries(resource.defaults ?? {}).map(([field, value]) => `${field}: ${JSON.stringify(value)}`),
    ),
    replacedOf(resource),
  ])
  return table(['kind', 'fields left out', 'values that mean the same as none', 'otherwise'], rows)
}

function replacedOf({ unordered = [], embedded = [] }: Resource): string {
  const sorted = unordered.length > 0 ? [`order of ${codeList(unordered)} is no change`] : []
  const byId = embedded.length > 0 ? [`only the id of ${codeList(embedded)} counts`] : []
  return [...sorted, ...byId].join('; ')
}
