/** Collects what an auditor asks about a period, makes one document of it, and enters that in the ledger. */
import type { Config } from '../config/settings.ts'
import { recordPieces } from '../src/audit/audit.ts'
import type { Seal } from '../src/audit/ledger/seal.ts'
import { type Book, sealDigests } from '../src/audit/ledger/write.ts'
import { digestEvidence, type EvidenceDocument, makeEvidence } from '../src/evidence/document.ts'
import { type EvidenceFormat, renderEvidence } from '../src/evidence/formats/format.ts'
import { readActs } from '../src/evidence/ledger-acts.ts'
import type { EvidencePeriod } from '../src/evidence/period.ts'
import { readChecks } from '../src/evidence/records/check-records.ts'
import { readDrills } from '../src/evidence/records/drill-records.ts'
import { readOperators } from '../src/evidence/records/operator-records.ts'
import { policyOf, readPolicies } from '../src/evidence/records/policy-records.ts'
import { readRuns } from '../src/evidence/records/run-records.ts'
import type { EvidenceSnapshot, EvidenceSources } from '../src/evidence/sources.ts'
import { UsageError } from '../src/model/errors.ts'
import { isReading } from '../src/model/snapshot.ts'
import { readAttempts } from '../src/replica/attempts.ts'
import type { LedgerEntry } from '../src/vault/ledger.ts'
import type { Vault } from '../src/vault/vault.ts'
import { listHistory } from './history.ts'

export interface EvidenceWish {
  period: EvidencePeriod
  /** Id; undefined: all of the vault. */
  organization: string | undefined
}

/** Throws UsageError for an organization that the vault does not have. */
export function collectEvidence(
  vault: Vault,
  config: Config,
  entries: Iterable<LedgerEntry>,
  { period, organization }: EvidenceWish,
): EvidenceSources {
  const all = snapshotsOf(vault)
  const known = new Map(all.map(({ organization, title }) => [organization, title]))
  if (organization !== undefined && !known.has(organization))
    throw new UsageError(`the vault has no organization ${organization}`, {
      hint: known.size === 0 ? 'nothing was backed up yet' : `say one of ${[...known.keys()].join(', ')}`,
    })
  const isOwn = (id: string) => organization === undefined || id === organization
  const path = config['vault.path']
  return {
    period,
    organizations: [...known].filter(([id]) => isOwn(id)).map(([id, title]) => ({ id, title })),
    only: organization ?? null,
    snapshots: all.filter(snapshot => isOwn(snapshot.organization)).map(({ title: _, ...rest }) => rest),
    restores: vault.restoreRuns(),
    holds: vault.holds(),
    acts: readActs(entries, period.to),
    runs: readRuns(vault, listHistory(vault), period),
    checks: readChecks(vault, period),
    drills: readDrills(path),
    replicas: readAttempts(path, period.to),
    policies: readPolicies(vault, { from: 0, to: period.to }),
    operators: readOperators(config['daemon.path'], period),
    configured: policyOf(config),
  }
}

/** Oldest first, those of which little is left included; without what restores read of their targets. */
function snapshotsOf(vault: Vault): (EvidenceSnapshot & { title: string })[] {
  const kept = vault.snapshots().map(snapshot => ({ ...snapshot, pruned: null }))
  const pruned = vault.pruned().map(({ sealedAs, ...snapshot }) => ({ ...snapshot, state: sealedAs }))
  return [...kept, ...pruned]
    .filter(({ trigger }) => !isReading(trigger))
    .sort((a, b) => a.snapshot - b.snapshot)
    .map(({ snapshot, organization, organizationTitle, state, started, sealed, ...rest }) => ({
      ...{ snapshot, organization, title: organizationTitle, state, started, sealed },
      ...{ gaps: rest.gaps, weak: rest.weak ?? [], digest: rest.digest, pruned: rest.pruned },
    }))
}

export interface SealedEvidence {
  document: EvidenceDocument
  seal: Seal
  /** When it was made. ISO 8601, UTC. */
  at: string
}

/** Durable on return; `book` null: the document stays outside of the ledger. */
export function sealEvidence(
  sources: EvidenceSources,
  { version, at }: { version: string; at: string },
  book: Book | null,
): SealedEvidence {
  const document = makeEvidence(sources, version)
  return { document, at, seal: sealDigests(digestEvidence(document), book, { ...document.sealed, at }) }
}

/** The pieces of the file; when all are taken, its bytes are entered in the ledger. */
export function writtenEvidence(
  { document, seal, at }: SealedEvidence,
  format: EvidenceFormat,
  book: Book | null,
): Generator<string> {
  return recordPieces(renderEvidence(document, seal, format), { format, at, report: seal.entry }, book)
}
