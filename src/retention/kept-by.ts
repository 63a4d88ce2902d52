/** What keeps a snapshot whatever the policy says, in words. */
import type { Annotations } from '../model/annotations.ts'
import { reasonWords } from './reasons.ts'

/** `pin "release"`, `hold "case 12"`. */
export function keptBy({ pin, holds = [] }: Annotations): string[] {
  return [
    ...(pin ? [reasonWords({ code: 'pin', ...pin })] : []),
    ...holds.map(hold => reasonWords({ code: 'hold', ...hold })),
  ]
}
