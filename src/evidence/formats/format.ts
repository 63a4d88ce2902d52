/** The formats of the document by name. */
import type { Seal } from '../../audit/ledger/seal.ts'
import { UsageError } from '../../model/errors.ts'
import type { EvidenceDocument } from '../document.ts'
import { renderHtml } from './html.ts'
import { renderJson } from './json.ts'

export const EVIDENCE_FORMATS = ['html', 'json'] as const
export type EvidenceFormat = (typeof EVIDENCE_FORMATS)[number]

const renders: Readonly<
  Record<EvidenceFormat, (document: EvidenceDocument, seal: Seal) => Iterable<string>>
> = { html: renderHtml, json: renderJson }

export function renderEvidence(
  document: EvidenceDocument,
  seal: Seal,
  format: EvidenceFormat,
): Iterable<string> {
  return renders[format](document, seal)
}

/** Without a name, that of the file decides. Throws UsageError naming the formats. */
export function formatOf(named: string | undefined, file: string | undefined): EvidenceFormat {
  const wanted = named ?? file?.match(/\.([a-z]+)$/i)?.[1]?.toLowerCase()
  const found = EVIDENCE_FORMATS.find(format => format === wanted)
  if (found) return found
  const hint = 'say --format html, to be read and printed, or --format json, to be proved part by part'
  if (named !== undefined) throw new UsageError(`"${named}" is no format of evidence`, { hint })
  throw new UsageError('--format is missing', { hint })
}
