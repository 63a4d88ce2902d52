/** `{"report":…,"seal":…}`, as every report: canonical, and proved by `docvault audit verify`. */
import type { Seal } from '../../audit/ledger/seal.ts'
import { canonicalJson } from '../../model/digest.ts'
import { printableJson } from '../../model/printable.ts'
import { type EvidenceDocument, partsOf } from '../document.ts'

export function* renderJson(document: EvidenceDocument, seal: Seal): Generator<string> {
  yield `${printableJson(canonicalJson({ report: partsOf(document), seal }))}\n`
}
