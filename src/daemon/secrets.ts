/** Every secret that the configuration holds, so that it can be taken out of whatever leaves the process. */
import { type Config, type Setting, settings } from '../../config/settings.ts'

export function secretsOf(platforms: readonly { config: Config }[]): string[] {
  const names = Object.entries<Setting>(settings).flatMap(([key, { secret }]) => (secret ? [key] : []))
  const values = platforms.flatMap(({ config }) =>
    Object.entries(config).flatMap(([key, value]) =>
      names.includes(key) && typeof value === 'string' ? [value] : [],
    ),
  )
  return [...new Set(values)]
}
