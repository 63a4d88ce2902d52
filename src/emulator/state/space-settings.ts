/**
 * The settings of a space that people change. An emoji or an icon stands for the space; a space always has an emoji,
 * because the documented shape requires one.
 */
import type { JsonObject } from './json-object.ts'
import type { SpaceState } from './records/space.ts'
import type { DefaultLevel } from './role.ts'
import { DEFAULT_EMOJI } from './space.ts'

export interface SpaceSettings {
  title?: string | undefined
  editMode?: 'live' | 'locked' | undefined
  defaultLevel?: DefaultLevel | undefined
  language?: string | undefined
  mergeRules?: JsonObject | undefined
  emoji?: string | null | undefined
  /** Where the icon is fetched. */
  icon?: string | null | undefined
}

/** What is absent stays as it is. */
export function setSpace(space: SpaceState, { emoji, icon, ...settings }: SpaceSettings, now: string): void {
  Object.assign(space.json, settings, { updatedAt: now })
  if (typeof icon === 'string') space.icon = icon
  else if (icon === null || typeof emoji === 'string') delete space.icon
  if (emoji !== undefined) space.json.emoji = emoji ?? DEFAULT_EMOJI
}
