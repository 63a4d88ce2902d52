/**
 * What a command's own configuration says of the jobs counts for what it hands over, as it would without a daemon: a
 * token that may write, where the daemon's may only read. Everything else is as the daemon has it.
 */
import { z } from 'zod'
import { type Config, type Setting, type SettingTypes, settings } from '../../config/settings.ts'
import { UsageError } from '../model/errors.ts'

const JOBS = /^(platform|backup|restore)\./

/** Of those that are given; a file of a secret was read by whoever gives them. */
export function jobSettings(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([key]) => JOBS.test(key) && !key.endsWith('File')))
}

/** `reaches`: another account or service than the daemon's. Throws UsageError. */
export function withSettings(
  config: Config,
  given: Readonly<Record<string, unknown>>,
): { config: Config; reaches: boolean } {
  const differing = Object.entries(given).filter(([key, value]) => !isSame(settingOf(config, key), value))
  for (const [key, value] of differing) assertSetting(key, value)
  const keys = differing.map(([key]) => key)
  // The daemon's token is for the daemon's service.
  if (keys.includes('platform.url') && !keys.includes('platform.token'))
    throw new UsageError('platform.url is another one than the daemon has, with no token of its own', {
      hint: 'give platform.token as well, or leave both to the daemon',
    })
  const merged = { ...config, ...Object.fromEntries(differing) }
  return { config: merged, reaches: keys.some(key => key.startsWith('platform.')) }
}

function assertSetting(key: string, value: unknown): void {
  const setting = Object.entries<Setting>(settings).find(([name]) => name === key)?.[1]
  if (setting && JOBS.test(key) && (value === null || types[setting.type].safeParse(value).success)) return
  throw new UsageError(`${key} is no setting that a command can hand over`)
}

const types: { [T in keyof SettingTypes]: z.ZodType<SettingTypes[T]> } = {
  text: z.string(),
  name: z.string(),
  integer: z.number(),
  percent: z.number(),
  boolean: z.boolean(),
  list: z.array(z.string()),
  duration: z.number(),
  size: z.number(),
  cron: z.string(),
  timezone: z.string(),
  roles: z.never(),
}

function settingOf(config: Config, key: string): unknown {
  return Object.entries(config).find(([name]) => name === key)?.[1]
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
