/** `{"report":…,"seal":…}`: the canonical form, which is the signed one, and what proves it. */
import { canonicalJson } from '../../model/digest.ts'
import type { Seal } from '../ledger/seal.ts'
import type { Report } from '../report.ts'
import { canonicalReport } from './canonical.ts'

export function* renderJson(report: Report, seal: Seal): Generator<string> {
  yield '{"report":'
  yield* canonicalReport(report)
  yield `,"seal":${canonicalJson(seal)}}\n`
}
