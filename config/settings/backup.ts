/** What a backup reads, and what it believes. */
import { hour, type Setting } from '../setting.ts'

export const backupSettings = {
  'backup.formats': {
    type: 'list',
    default: ['document', 'markdown'],
    oneOf: ['document', 'markdown'],
    doc: 'Formats in which page bodies are read. `document` is lossless, `markdown` is what an export writes. With `markdown` alone a restore writes Markdown, which does not say everything that a document does, and compares by Markdown. It can be changed at any time: that a page is kept with a body more or less is no change of it.',
  },
  'backup.markdown': {
    type: 'text',
    default: 'with-documents',
    oneOf: ['with-documents', 'later'],
    doc: 'When the Markdown of a page is read that the vault has none of. `with-documents`: with its document. `later`: a first backup reads documents only, which is half of the requests, and later ones read the Markdown, of the pages edited last first; how many are pending is told with each snapshot.',
  },
  'backup.markdownPerRun': {
    type: 'integer',
    default: 5000,
    range: [1, 10_000_000],
    doc: 'Where `backup.markdown` is `later`: the Markdown of how many pages that the vault has none of one run reads at most.',
  },
  'backup.alsoRead': {
    type: 'list',
    default: [],
    oneOf: ['context-record', 'site-question', 'site-question-answer'],
    doc: 'Kinds that hold what visitors and customers wrote. They are read only when they are named here: what a snapshot holds cannot be taken out of it one by one.',
  },
  'backup.exactEvery': {
    type: 'duration',
    default: 24 * hour,
    range: [0, 365 * 24 * hour],
    doc: 'In a run without --exact, what has no exact change token is read again when its last reading is older.',
  },
  'backup.listsEvery': {
    type: 'duration',
    default: 0,
    range: [0, 365 * 24 * hour],
    doc: 'In a run without --exact, lists without a token that one request reads (who can open what, members of teams, comments) are read again when their last reading is older. 0: in every run.',
  },
  'backup.auditEvery': {
    type: 'duration',
    default: 30 * 24 * hour,
    range: [0, 365 * 24 * hour],
    doc: 'An exact run also reads what counts as frozen (merged and archived change requests) when that is longer ago.',
  },
  'backup.maxDuration': {
    type: 'duration',
    default: 0,
    range: [0, 30 * 24 * hour],
    doc: 'After this time a run asks for nothing more and breaks off what is under way; what is left becomes gaps (`skipped`). 0: no limit.',
  },
  'backup.maxGaps': {
    type: 'integer',
    default: 1000,
    range: [0, 1_000_000],
    doc: 'After so many failures a run begins no further reading; what is left becomes gaps (`skipped`). 0: no limit.',
  },
  'backup.rounds': {
    type: 'integer',
    default: 5,
    range: [1, 100],
    doc: 'Readings of a space that is edited meanwhile, before pages that moved on every time are gaps (`fuzzy`).',
  },
  'backup.spacesAtOnce': {
    type: 'integer',
    default: 4,
    range: [1, 32],
    doc: 'Spaces that are read side by side.',
  },
  'backup.shrinkGuard': {
    type: 'percent',
    default: 50,
    range: [0, 100],
    doc: 'A list that lost more than this share of its resources is a gap, not a removal; 0 switches the guard off.',
  },
  'backup.shrinkGuardFrom': {
    type: 'integer',
    default: 10,
    range: [1, 1_000_000],
    doc: 'Lists with fewer resources than this are not guarded.',
  },
} as const satisfies Record<string, Setting>
