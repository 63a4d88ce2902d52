/** `--max-duration`, within what the setting of the same may be. */
import { parseValue } from '../../config/parse-value.ts'
import { type SettingKey, settings } from '../../config/settings.ts'
import { UsageError } from '../model/errors.ts'

/** In milliseconds. Throws UsageError. */
export function parseMaxDuration(key: SettingKey, text: string): number {
  const parsed = parseValue(settings[key], text)
  if ('value' in parsed && typeof parsed.value === 'number') return parsed.value
  throw new UsageError(
    `--max-duration "${text}" ${'problem' in parsed ? parsed.problem : 'is no duration'}`,
    { hint: 'e.g. 10m or 2h' },
  )
}
