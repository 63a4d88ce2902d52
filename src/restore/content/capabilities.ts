/**
 * What each way of writing can bring back of the content of a space, for what is made anew and for what is there: the
 * plan announces by it, the comparison excuses by it what was announced, the reference prints it, and a test holds it
 * against the service of each profile.
 */

import type { Kind } from '../../model/resource.ts'
import { kindInSpace } from '../../resources/drafts.ts'
import type { TargetProfile } from '../read/target-profile.ts'

/**
 * `batch`: changes in a draft · `page-import`: imports into spaces and pages · `import`: into spaces only · `git`: the
 * whole content of a space replaced by that of a repository.
 */
export const WAYS = ['batch', 'page-import', 'import', 'git'] as const
export type Way = (typeof WAYS)[number]
/** What is written in parts, into a draft or an empty space. */
export type PartWay = Exclude<Way, 'git'>

export function wayOf({ writer, extended }: Pick<TargetProfile, 'writer' | 'extended'>): Way {
  if (writer !== 'import') return writer
  return extended ? 'page-import' : 'import'
}

/** `revert`: only with `revert_page`, where the page has the id and the service still knows the snapshot's revision. */
export type Reach = 'yes' | 'revert' | 'no'

export interface Cell {
  reach: Reach
  /** How; or why not, for a plan. */
  words: string
}

export interface Capability {
  property: string
  /** Of pages, unless it says otherwise. */
  kind: 'page' | 'file' | 'reusable-content' | 'space'
  /** Fields of a comparison that show it, each with what is below it. */
  fields: readonly string[]
  made: Readonly<Record<Way, Cell>>
  inPlace: Readonly<Record<Way, Cell>>
}

const yes = (words: string): Cell => ({ reach: 'yes', words })
const no = (words: string): Cell => ({ reach: 'no', words })
const revert: Cell = {
  reach: 'revert',
  words: 'only by putting the page back to a revision that the service still has',
}

const ANEW: Cell = {
  reach: 'revert',
  words: 'the service makes it anew from the document',
}

const IN_BUNDLE = yes('in the bundle')
const FIXED = no('no operation of this service changes it in a page that is there')
const NOT_IN_BUNDLE = no('a bundle does not say it')
const NOT_IN_BATCH = no('no operation of this service sets it')
const NOT_CHANGED = no('no operation of this service changes one that is there')
const MARKDOWN_FILE = no('an import takes it for a page that no table of contents names')
const HEADING = no(
  'where it says another title than the page, it is written so that the page shows what it showed',
)
const DEAD = no('a link that led nowhere leads to what stands at its path now')
const MARKDOWN_ALONE = no('its Markdown alone is kept: `backup.formats` leaves documents out')
const WHOLE = yes('in the repository, with everything else of the space')
const IN_TABLE = yes('in the table of contents')

const NONE = { batch: NOT_IN_BATCH, 'page-import': NOT_IN_BUNDLE, import: NOT_IN_BUNDLE, git: NOT_IN_BUNDLE }

const byImport = (batch: Cell, bundle: Cell = IN_BUNDLE) => ({
  batch,
  'page-import': bundle,
  import: bundle,
  git: bundle === IN_BUNDLE ? WHOLE : bundle,
})
/** `git`: the page is written anew with its space. */
const fixed = (batch: Cell, git: Cell = WHOLE) => ({ batch, 'page-import': FIXED, import: FIXED, git })

/** Where it is there: only the whole of a space can be replaced. */
const unwritten = (cell: Cell, git: Cell = WHOLE) => ({ batch: cell, 'page-import': cell, import: cell, git })

/** Settings that a batch can say: of a new page, and of one that is there. */
const setting = (property: string, bundle: Cell = IN_BUNDLE): Capability => ({
  property,
  kind: 'page',
  fields: [property],
  made: byImport(yes('insert_page'), bundle),
  inPlace: fixed(yes('update_page'), bundle === IN_BUNDLE ? WHOLE : bundle),
})

/** What no batch can say. */
const look = (property: string, fields: readonly string[] = [property]): Capability => ({
  property,
  kind: 'page',
  fields,
  made: byImport(NOT_IN_BATCH),
  inPlace: fixed(revert),
})

const unsaid = (property: string): Capability => ({
  property,
  kind: 'page',
  fields: [property],
  made: NONE,
  inPlace: fixed(revert, NOT_IN_BUNDLE),
})

export const capabilities: readonly Capability[] = [
  {
    property: 'place',
    kind: 'page',
    fields: ['(place)', 'pages'],
    made: {
      batch: yes('insert_page with into and at'),
      'page-import': no(
        'it comes at the end of those below its page, or of the root: no operation moves a page',
      ),
      import: no('it comes at the end of the root: no operation moves a page'),
      git: IN_TABLE,
    },
    inPlace: {
      batch: yes('update_page with into and at'),
      'page-import': no('no operation of this service moves a page'),
      import: no('no operation of this service moves a page'),
      git: IN_TABLE,
    },
  },
  setting('title'),
  setting('slug'),
  setting('description'),
  setting('emoji'),
  setting('icon'),
  setting('hidden'),
  setting('noIndex'),
  setting('noRobotsIndex'),
  setting('condition', NOT_IN_BUNDLE),
  look('cover'),
  look('layout'),
  look('variables'),
  unsaid('tags'),
  unsaid('linkTitle'),
  unsaid('metaLinks'),
  {
    property: 'type',
    kind: 'page',
    fields: ['type', 'target', 'href'],
    made: byImport(no('a group becomes a page, a link a page with the link in it')),
    inPlace: fixed(revert),
  },
  {
    property: 'computed',
    kind: 'page',
    fields: ['computed'],
    made: byImport(no('the page is restored as it was computed, and is not computed any more')),
    inPlace: fixed(revert),
  },
  {
    property: 'body',
    kind: 'page',
    fields: ['(document)', '(body)'],
    made: byImport(yes('update_page with the document, or with the Markdown where that alone is kept')),
    inPlace: {
      batch: yes('update_page with the document, or with the Markdown where that alone is kept'),
      'page-import': yes('its Markdown imported into the page'),
      import: no('no operation changes a page: it comes once more, at the end of the root'),
      git: WHOLE,
    },
  },
  {
    property: 'Markdown',
    kind: 'page',
    fields: ['(markdown)'],
    made: byImport(no('the service makes it anew from the document')),
    inPlace: {
      batch: ANEW,
      'page-import': yes('imported into the page'),
      import: no('no operation changes a page: it comes once more, at the end of the root'),
      git: WHOLE,
    },
  },
  {
    property: 'what its Markdown does not say',
    kind: 'page',
    fields: [],
    made: byImport(MARKDOWN_ALONE, MARKDOWN_ALONE),
    inPlace: unwritten(MARKDOWN_ALONE, MARKDOWN_ALONE),
  },
  {
    property: 'heading of the Markdown',
    kind: 'page',
    fields: ['(heading)'],
    made: byImport(yes('with the Markdown'), HEADING),
    inPlace: { batch: ANEW, 'page-import': HEADING, import: HEADING, git: HEADING },
  },
  {
    property: 'links that led nowhere',
    kind: 'page',
    fields: ['(dead links)'],
    made: byImport(yes('as the document has them'), DEAD),
    inPlace: { batch: yes('as the document has them'), 'page-import': DEAD, import: DEAD, git: DEAD },
  },
  {
    property: 'links',
    kind: 'page',
    fields: ['(references)', '(links)'],
    made: {
      batch: yes('rewritten in the document'),
      'page-import': yes('its Markdown imported once more, when everything is there'),
      import: no('links to pages and files that stayed lead nowhere'),
      git: WHOLE,
    },
    inPlace: {
      batch: yes('rewritten in the document'),
      'page-import': yes('its Markdown imported into the page'),
      import: no('no operation changes a page: links to what has a new id lead nowhere'),
      git: WHOLE,
    },
  },
  {
    property: 'variables of the space',
    kind: 'space',
    fields: ['variables'],
    made: byImport(NOT_IN_BATCH),
    inPlace: unwritten(NOT_IN_BATCH),
  },
  {
    property: 'tags of the space',
    kind: 'space',
    fields: ['tags'],
    made: byImport(NOT_IN_BATCH, NOT_IN_BUNDLE),
    inPlace: unwritten(NOT_IN_BATCH, NOT_IN_BUNDLE),
  },
  {
    property: 'reusable content',
    kind: 'space',
    fields: ['reusableContents'],
    made: byImport(no('no operation makes it: what it says stands in the pages that show it')),
    inPlace: unwritten(NOT_IN_BATCH),
  },
  {
    property: 'text of a reusable content',
    kind: 'reusable-content',
    fields: ['(document)', 'title'],
    made: byImport(no('no operation makes it: what it says stands in the pages that show it')),
    inPlace: unwritten(NOT_CHANGED),
  },
  {
    property: 'file',
    kind: 'file',
    fields: ['(bytes)', 'name', 'size', 'contentType'],
    made: byImport(yes('insert_files')),
    inPlace: unwritten(NOT_CHANGED),
  },
  {
    property: 'file ending in .md',
    kind: 'file',
    fields: [],
    made: byImport(yes('insert_files'), MARKDOWN_FILE),
    inPlace: unwritten(NOT_IN_BATCH, MARKDOWN_FILE),
  },
]

const byField = new Map(
  capabilities.flatMap(capability =>
    capability.fields.map(field => [`${capability.kind} ${field}`, capability] as const),
  ),
)

/** Undefined for what follows from the rest, like the path of a page. */
export function capabilityOf(kind: Kind, field: string): Capability | undefined {
  const [name = field] = field.startsWith('(') ? [field.replace(/:.*\)$/, ')')] : field.split('.')
  // The tree of a space, where its pages are not compared one by one.
  return byField.get(name === 'pages' ? 'page pages' : `${kindsOf(kind)} ${name}`)
}

export function capabilityNamed(property: string): Capability {
  const found = capabilities.find(capability => capability.property === property)
  if (found === undefined) throw new Error(`there is no property ${property}`)
  return found
}

function kindsOf(kind: Kind): Capability['kind'] {
  const inSpace = kindInSpace(kind)
  if (inSpace === 'revision') return 'space'
  return inSpace === 'reusable-content' || inSpace === 'file' ? inSpace : 'page'
}
