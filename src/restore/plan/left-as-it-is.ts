/**
 * Why something that differs is left, where `--on-conflict update` would put it back. A plan that is kept has nothing of it
 * but these words, so here they are made and here they are known again.
 */
import type { Skipped } from './steps.ts'

export const LEFT = {
  moved: 'it was moved: left where it is',
  differs: 'it differs: left as it is',
  differsAndMoved: 'it differs and was moved: left as it is',
  /** Behind what of it changes how. */
  setting: 'left as it is; --on-conflict update changes it',
} as const

export function isLeftAsItIs({ reason }: Pick<Skipped, 'reason'>): boolean {
  return Object.values(LEFT).some(words => reason.endsWith(words))
}
