/** What would have been found over the history of an organization, night by night, if somebody had acknowledged each find. */
import type { FoundAnomaly } from '../model/anomaly.ts'
import type { Stepwise } from '../model/stepwise.ts'
import type { Vault } from '../vault/vault.ts'
import { detect } from './detect.ts'
import type { AnomalyLimits } from './limits.ts'
import { type Night, nightsAfter } from './nights.ts'
import { type PastNight, pastOf } from './observation.ts'
import { observing } from './observe.ts'

export interface ReplayedNight {
  night: Night
  found: FoundAnomaly[]
}

/** Nights that are over, oldest first. `each` is told of one at a time. */
export function* replaying(
  vault: Vault,
  organization: string,
  limits: AnomalyLimits,
  each: (night: ReplayedNight) => void,
): Stepwise<void> {
  const past: PastNight[] = []
  const anomalies: (FoundAnomaly & { at: string; ack: null })[] = []
  for (const night of nightsAfter(vault, organization, null)) {
    if (!night.isOver) continue
    const observation = yield* observing(vault, night, limits.fixedLeast)
    const found = detect(vault, observation, { past, anomalies, limits })
    anomalies.push(...found.map(of => ({ ...of, at: night.to.started, ack: null })))
    past.push(pastOf(observation))
    each({ night, found })
  }
}
