/**
 * What a check may find: what each code means, and what mends it, a command where there is one. The manual's table is made
 * of it.
 */
import type { Finding } from './types.ts'

interface FindingKind {
  severity: Finding['severity']
  means: string
  /** Null: nothing has to be done. */
  repair: string | null
}

const FOLDER = 'bring the folder back from a copy of the vault'
const CATALOG = 'bring catalog.db back from a copy of the vault'
const REPAIR = '`docvault repair`'
/** Rows that nothing in the vault says. */
const ROWS = `\`docvault repair --from TARGET\`, else ${CATALOG}`
const PERHAPS = `${REPAIR} where that can be proved; ${ROWS}`

export const FINDINGS: Readonly<Record<string, FindingKind>> = {
  'catalog-damaged': damage(
    'SQLite finds `catalog.db` unsound, or something in it cannot be read',
    `${REPAIR} where blocks, indexes, counts or free pages are hit; ${ROWS}`,
  ),
  'schema-changed': damage(
    "a table, index, trigger or view is missing or is not docvault's",
    `${REPAIR}, but for tables: ${CATALOG}`,
  ),
  'rows-changed': damage(
    'rows of a table are not as they were written, are gone, or were put there by somebody else; says which',
    PERHAPS,
  ),
  'snapshot-lost': damage(
    '`head.json` names a sealed snapshot or an entry of the ledger that `catalog.db` has not: was `catalog.db-wal` lost?',
    'bring catalog.db and catalog.db-wal back from a copy of the vault',
  ),
  'head-damaged': damage('`head.json` is gone or altered', REPAIR),
  'marker-changed': damage('`docvault-vault` is gone or altered', REPAIR),
  'ledger-broken': damage(
    'an entry of the ledger is altered, missing, or does not follow the one before it',
    ROWS,
  ),
  'record-damaged': damage(
    'the record of a drill, or the key that signs them, is not as it was written',
    'remove the file; `docvault drill` makes another',
  ),
  'reference-broken': damage('a row names another one that is not there', ROWS),
  'resource-misplaced': damage('a resource stands below one of another organization', ROWS),
  'versions-overlap': damage('two versions of a resource are valid at once', ROWS),
  'version-misplaced': damage('a version lies in snapshots of another organization', ROWS),
  'block-inconsistent': damage('a block does not hold what its contents say', CATALOG),
  'delta-inconsistent': damage(
    'a delta is against a content that is no nearer to a full one than itself',
    CATALOG,
  ),
  'file-missing': damage('a file of the store is gone', REPAIR),
  'file-size': damage('a file of the store has another size', REPAIR),
  'content-damaged': damage('the bytes of a content do not have its digest', REPAIR),
  'seal-mismatch': damage('a snapshot is not as it was sealed', ROWS),
  'contents-mismatch': damage('what a snapshot holds is not what it was sealed with', PERHAPS),
  'chain-broken': damage('a snapshot does not follow the one before it', ROWS),
  'index-damaged': damage('`search.db` does not say what the vault says', '`docvault index --rebuild`'),
  'content-lost': info(
    'a content is known to be lost: `repair` found no good bytes of it; says when, what it hits, and where another state is',
  ),
  'stray-file': info('a file belongs to no content: left by a crash, or put there by somebody'),
  'content-twice': info('one content is stored twice'),
  'copy-kept': info('there is a copy of the catalog of before an upgrade'),
  'copy-removed': info(
    'that copy was removed: everything was read after the upgrade, and nothing is damaged',
  ),
  'snapshots-pruned': info(
    'snapshots were pruned: that they were sealed so and follow each other was proved, what they held cannot be',
  ),
  'check-behind': info(
    'checks of limited time do not come round within `check.within`: give them more of it (`check.maxDuration`)',
  ),
  'index-stale': info(
    '`search.db` could not be compared: it is of another version, or snapshots were pruned just now; searches are right all the same',
  ),
  'times-not-kept': info('what was read when cannot be noted in the folder of the vault'),
}

/** Damage says how it is mended. */
export function withRepair(finding: Finding): Finding {
  if (finding.severity === 'info') return finding
  return { ...finding, repair: FINDINGS[finding.code]?.repair ?? FOLDER }
}

function damage(means: string, repair: string): FindingKind {
  return { severity: 'damage', means, repair }
}

function info(means: string): FindingKind {
  return { severity: 'info', means, repair: null }
}
