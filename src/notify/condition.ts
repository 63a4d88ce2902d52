/** Something that is wrong for as long as it lasts, told once when it begins and once when it is over. */
export interface Condition {
  /** Names it over time: `overdue acme o1`. */
  key: string
  /** One of a closed list, for those who filter. */
  kind: ConditionKind
  /** Name of the one that it is of; null: of the whole daemon. */
  platform: string | null
  /** Id of the one that it is of; null: of several, or of none. */
  organization: string | null
  /** One line. */
  title: string
  /** What happened, in a few sentences. */
  text: string
  /** What somebody should do now. */
  advice: string
}

export const CONDITION_KINDS = [
  'failed',
  'partial',
  'coverage',
  'left-out',
  'overdue',
  'damage',
  'drill',
  'shrunken',
  'mass-change',
  'token',
  'replica',
  'objective',
  'disk',
  'redis',
  'operators',
] as const
export type ConditionKind = (typeof CONDITION_KINDS)[number]

/** Events, not states: that they are over is no news. */
export const TOLD_ONCE: readonly ConditionKind[] = ['mass-change']

export interface Message extends Condition {
  /** `again`: it lasts; told after a while, with how often it was seen since. */
  event: 'begin' | 'again' | 'end'
  /** ISO 8601, UTC. */
  since: string
  /** How often it was seen since it was told last. */
  times: number
  link: string | null
}
