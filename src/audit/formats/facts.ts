/** The head of a report and its seal as names and values, for the formats that people read. */
import type { Seal } from '../ledger/seal.ts'
import type { ReportAbout } from '../report.ts'

const MAX_SNAPSHOTS = 20

export function factsOf(about: ReportAbout): [name: string, value: string][] {
  const { organization, snapshots, generator, token } = about
  const resources = snapshots.at(-1)?.resources ?? {}
  const total = Object.values(resources).reduce((sum, count) => sum + count, 0)
  return [
    ['organization', `${organization.title} (${organization.id})`],
    ['snapshots', snapshotWords(about)],
    ['resources in the last one', String(total)],
    ['requests for them', String(snapshots.reduce((sum, snapshot) => sum + snapshot.requests, 0))],
    ['operations called', operationWords(about)],
    ['made', `${about.created} by ${generator.name} ${generator.version}`],
    ['configuration', `SHA-256 ${about.configuration}`],
    ['token', `${token.owner}, ${token.role}: a backup sees what its owner sees`],
    ['own domains', about.domains.join(', ') || 'none known: nobody is called an outsider'],
    ['roles of several levels', about.resolution],
    ['report before this', about.previous ?? 'none'],
  ]
}

/** The most frequent first. */
function operationWords({ snapshots }: ReportAbout): string {
  const counts: Record<string, number> = {}
  for (const { operations } of snapshots)
    for (const [name, count] of Object.entries(operations ?? {})) counts[name] = (counts[name] ?? 0) + count
  const words = Object.entries(counts)
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
  const uncounted = snapshots.filter(snapshot => snapshot.operations === null).map(({ snapshot }) => snapshot)
  if (uncounted.length > 0) words.push(`not counted in snapshot ${uncounted.join(', ')}`)
  return words.join(', ') || 'none'
}

function snapshotWords({ snapshots }: ReportAbout): string {
  const words = snapshots.map(
    snapshot =>
      `${snapshot.snapshot} (${snapshot.state}, ${snapshot.started} to ${snapshot.sealed ?? 'never sealed'})`,
  )
  if (words.length <= MAX_SNAPSHOTS) return words.join('; ')
  const cut = words.length - 2 * Math.floor(MAX_SNAPSHOTS / 2)
  const half = Math.floor(MAX_SNAPSHOTS / 2)
  return [...words.slice(0, half), `… ${cut} more …`, ...words.slice(-half)].join('; ')
}

export function sealLines(seal: Seal): [name: string, value: string][] {
  const lines: [string, string][] = [['SHA-256 of the report', seal.sha256]]
  if (seal.entry === null) return [...lines, ['ledger', 'not entered']]
  return [
    ...lines,
    ['entry in the ledger', String(seal.entry.number)],
    ['hash of the entry', seal.entry.hash],
    ['signature (Ed25519)', seal.entry.signature ?? 'none: no key is configured'],
    ['key', seal.entry.fingerprint ?? 'none'],
  ]
}
