/** The sections of the document, in its order. */
import type { MakeSection } from '../section.ts'
import { anomalies } from './anomalies.ts'
import { approvals } from './approvals.ts'
import { drills } from './drills.ts'
import { gaps } from './gaps.ts'
import { operators } from './operators.ts'
import { policy } from './policy.ts'
import { recoveryPoints } from './recovery-points.ts'
import { replicas } from './replicas.ts'
import { restores } from './restores.ts'
import { retention } from './retention.ts'
import { runs } from './runs.ts'
import { verification } from './verification.ts'

export const sections: readonly MakeSection[] = [
  policy,
  recoveryPoints,
  runs,
  gaps,
  verification,
  drills,
  replicas,
  retention,
  operators,
  restores,
  anomalies,
  approvals,
]
