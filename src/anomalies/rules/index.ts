/** All rules. What a night's history finds counts only where no fixed rule has found the same place. */
import { accessWidened } from './access-widened.ts'
import { administratorsGained } from './administrators-gained.ts'
import { bodiesShrunk, highEntropy, massOverwrite } from './bodies.ts'
import { massRemoval } from './mass-removal.ts'
import { membersRemoved } from './members-removed.ts'
import type { AnomalyRule } from './rule.ts'
import { sameBody } from './same-body.ts'
import { singleAuthor } from './single-author.ts'
import { spaceRemoved } from './space-removed.ts'
import { unusual } from './unusual.ts'

export const FIXED_RULES: readonly AnomalyRule[] = [
  spaceRemoved,
  massRemoval,
  highEntropy,
  massOverwrite,
  bodiesShrunk,
  sameBody,
  membersRemoved,
  administratorsGained,
  accessWidened,
  singleAuthor,
]

export const HISTORY_RULES: readonly AnomalyRule[] = [unusual]

export const ANOMALY_RULES: readonly AnomalyRule[] = [...FIXED_RULES, ...HISTORY_RULES]
