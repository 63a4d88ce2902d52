/** What a new configuration changes in a running daemon, and what has to wait for its next start. */
import type { PlatformConfig } from '../../config/load.ts'
import { type Config, type Setting, settings } from '../../config/settings.ts'

export interface Reload {
  /** The new values, with the old ones where a restart is needed. */
  configs: Map<string, Config>
  /** Settings whose new value waits for a restart. */
  waiting: string[]
}

export function planReload(before: readonly PlatformConfig[], after: readonly PlatformConfig[]): Reload {
  const waiting = new Set<string>()
  const configs = new Map<string, Config>()
  for (const { name, config } of before) {
    const next = after.find(platform => platform.name === name)
    if (!next) waiting.add(`platform ${name} is gone`)
    else configs.set(name, merge(config, next.config, waiting))
  }
  for (const { name } of after)
    if (!before.some(platform => platform.name === name)) waiting.add(`platform ${name} is new`)
  return { configs, waiting: [...waiting] }
}

function merge(before: Config, after: Config, waiting: Set<string>): Config {
  const kept: Partial<Record<string, unknown>> = {}
  for (const [key, setting] of Object.entries<Setting>(settings)) {
    if (!setting.restart) continue
    const [old, now] = [settingOf(before, key), settingOf(after, key)]
    if (JSON.stringify(old) !== JSON.stringify(now)) waiting.add(key)
    kept[key] = old
  }
  return { ...after, ...kept }
}

function settingOf(config: Config, key: string): unknown {
  return Object.entries(config).find(([name]) => name === key)?.[1]
}
