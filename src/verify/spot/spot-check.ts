/**
 * A spot check: some resources of a snapshot, drawn by chance, read again from the platform and compared. It answers the
 * question that no digest can: whether what the vault keeps so well is what the platform said.
 *
 * A difference is not yet a mistake, for people write on. Only where the platform proves by a token that nothing moved since
 * the snapshot read it, a difference is a snapshot that is wrong.
 */
import { makeLabelOf } from '../../diff/describe.ts'
import { compareWithLive } from './compare-with-live.ts'
import { openLiveView } from './live-view.ts'
import { drawSample } from './sample.ts'
import type { SpotCheck, SpotReport, SpotResult } from './types.ts'

export async function spotCheck(check: SpotCheck): Promise<SpotReport> {
  const { platform, snapshot, vault, resources } = check
  const labelOf = makeLabelOf(vault, resources)
  const sample = drawSample(check)
  const before = platform.meter.requests
  const view = openLiveView(check, sample)
  const results: SpotResult[] = []
  try {
    for (const stored of sample) {
      check.signal?.throwIfAborted()
      const { state, about } = await compareWithLive(check, view, stored)
      results.push({ state, about, stored, title: labelOf(stored) })
      check.report?.(results.length, sample.length)
    }
  } finally {
    view.close()
  }
  return { snapshot: snapshot.snapshot, results, requests: platform.meter.requests - before }
}
