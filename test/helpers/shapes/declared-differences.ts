/** Where docvault and its emulator differ from the published descriptions of the service, each with the reason. */
import { resources } from '../../../src/resources/index.ts'
import type { Difference, Exchange } from './judge-exchange.ts'

interface Declared {
  /** Method and path below `/v1`. */
  request: RegExp
  why: string
}

/**
 * Blocks that hold more than their description lists: documents that the service itself wrote into repositories have code
 * and pictures in hints, tables in tabs, steps and columns, and headings in quotes.
 */
const holders: ReadonlySet<string> = new Set([
  'DocumentBlockColumn',
  'DocumentBlockHint',
  'DocumentBlockListItem',
  'DocumentBlockQuote',
  'DocumentBlockStepperStep',
  'DocumentBlockTabsItem',
])

/** A type as its description says it, and what more is known of it. */
export function widened(name: string, shape: string): string {
  if (holders.has(name)) return shape.replace(/nodes: \[(\([^)]*\)|\w+)\]/, 'nodes: [DocumentBlock]')
  // 0.143.2 has columns, and says nowhere that a document may.
  return name === 'DocumentBlocksTopLevels' ? shape.replace(/\)$/, ' | DocumentBlockColumns)') : shape
}

/** What a service lacks is learned by asking for it; its answer is 404. */
const asked: readonly Declared[] = [
  {
    request: /^GET \/orgs\/[^/]+\/audit-event(s|-actions)$/,
    why: 'only newer services record who did what; that they do also tells which generation a service is of',
  },
  {
    request: /^GET \/orgs\/[^/]+\/sites\/[^/]+\/permissions\/(users|teams)$/,
    why: 'only newer services grant roles on sites',
  },
  {
    request: new RegExp(
      `^GET /orgs/[^/]+/sites/[^/]+/(agent-settings|channels|context-connections|answers|${plainLists().join('|')})$`,
    ),
    why: 'only newer services have agents that work on a site',
  },
  {
    request: /^GET \/orgs\/[^/]+\/(styleguides|agent\/conversations)$|^GET \/org\/[^/]+\/imports$/,
    why: 'only newer services have style guides, conversations with an agent, and a list of imports',
  },
  {
    request: /^GET \/spaces\/[^/]+\/change-requests\/[^/]+\/conversations$/,
    why: 'only newer services have conversations with an agent',
  },
  {
    request: /^(POST|DELETE) \/orgs\/[^/]+\/sites\/[^/]+\/section-groups\/[^/]+\/sections(\/[^/]+)?$/,
    why: 'newer services say the group of a section with the section; that there is no operation is learned by asking',
  },
  { request: /^GET \/spaces\/[^/]+\/links$/, why: 'only older services list the links of a space' },
]

/** Their paths below a site: kinds declare them. */
function plainLists(): string[] {
  return resources.flatMap(one => ('plainList' in one && one.plainList ? [one.plainList.at] : []))
}

export function isDeclared({ operation, words }: Difference, { status }: Exchange): boolean {
  return words === 'no such operation' && status === 404 && asked.some(one => one.request.test(operation))
}
