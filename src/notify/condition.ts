import type { ChangeNotice, NoticeSeverity } from '../model/notice.ts'

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
  /** Of the page that shows more, below `server.publicUrl`. */
  path?: string | undefined
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
  'anomaly',
  'approval',
  'token',
  'replica',
  'objective',
  'disk',
  'redis',
  'operators',
] as const
export type ConditionKind = (typeof CONDITION_KINDS)[number]

export interface Message extends Omit<Condition, 'kind' | 'path'> {
  /** `changes`: no condition, but what changed in a night. `month`: the report of one. */
  kind: ConditionKind | 'changes' | 'month'
  /** `again`: it lasts; told after a while, with how often it was seen since. `digest`: of changes or a month, once. */
  event: 'begin' | 'again' | 'end' | 'digest'
  /** ISO 8601, UTC. */
  since: string
  /** How often it was seen since it was told last. */
  times: number
  link: string | null
  /** Of changes: the worst of them, and each that the channel wants. */
  severity?: NoticeSeverity
  changes?: readonly ChangeNotice[]
}
