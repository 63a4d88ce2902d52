/** Reads one value of a setting from the file (any YAML value) or from text (environment, flag). */
import { createRequire } from 'node:module'
import { isName } from './name.ts'
import { parseRoleRules } from './role-rules.ts'
import type { Setting, SettingTypes } from './settings.ts'

const require = createRequire(import.meta.url)

type Value = SettingTypes[keyof SettingTypes]

/** The value, or words that say what is wrong with it. */
export type Parsed = { value: Value } | { problem: string }

export function parseValue(setting: Setting, raw: unknown): Parsed {
  const parsed = readers[setting.type](raw)
  if ('problem' in parsed) return parsed
  return limited(setting, parsed.value)
}

const readers: { [T in keyof SettingTypes]: (raw: unknown) => Parsed } = {
  text: raw =>
    typeof raw === 'string' || typeof raw === 'number' ? { value: String(raw) } : { problem: 'is no text' },
  name: raw =>
    isName(raw) ? { value: raw } : { problem: 'is no name of lower-case letters, digits and hyphens' },
  boolean: raw => {
    if (raw === true || raw === 'true' || raw === '1') return { value: true }
    if (raw === false || raw === 'false' || raw === '0') return { value: false }
    return { problem: 'is neither true nor false' }
  },
  integer: raw => number(raw, /^\d+$/, 'is no whole number'),
  percent: raw =>
    number(typeof raw === 'string' ? raw.replace(/ ?%$/, '') : raw, /^\d+(\.\d+)?$/, 'is no percentage'),
  list: raw => {
    if (typeof raw === 'string')
      return {
        value: raw
          .split(',')
          .map(text => text.trim())
          .filter(Boolean),
      }
    if (Array.isArray(raw) && raw.every(text => typeof text === 'string')) return { value: raw }
    return { problem: 'is no list of texts' }
  },
  duration: raw => withUnit(raw, durationUnits, 'is no duration such as 500ms, 30s, 15m, 24h or 7d'),
  size: raw => withUnit(raw, sizeUnits, 'is no size such as 65536, 64KiB or 256MiB'),
  cron: raw => {
    // YAML reads a bare `off` as false in some of its versions.
    if (raw === false || raw === 'off') return { value: 'off' }
    const text = String(raw).trim()
    if (isCron(text)) return { value: text }
    return { problem: 'is no cron expression of five fields, such as "0 2 * * *", nor off' }
  },
  timezone: raw =>
    isTimezone(String(raw))
      ? { value: String(raw) }
      : { problem: 'is no time zone such as UTC or Europe/Berlin' },
  roles: parseRoleRules,
}

const durationUnits: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}
const sizeUnits: Readonly<Record<string, number>> = { '': 1, B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 }

function isCron(text: string): boolean {
  if (text.split(/\s+/).length !== 5) return false
  // Loaded when there is one to parse: it is larger than a whole short command.
  const { CronExpressionParser }: typeof import('cron-parser') = require('cron-parser')
  try {
    CronExpressionParser.parse(text)
    return true
  } catch {
    return false
  }
}

function isTimezone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return true
  } catch {
    return false
  }
}

function number(raw: unknown, form: RegExp, problem: string): Parsed {
  const text = String(raw).trim()
  return form.test(text) ? { value: Number(text) } : { problem }
}

function withUnit(raw: unknown, units: Readonly<Record<string, number>>, problem: string): Parsed {
  const match = /^(\d+(?:\.\d+)?) ?([A-Za-z]*)$/.exec(String(raw).trim())
  const factor = units[match?.[2] ?? '?']
  return match && factor !== undefined ? { value: Math.round(Number(match[1]) * factor) } : { problem }
}

function limited(setting: Setting, value: Value): Parsed {
  const { range, oneOf } = setting
  if (range && typeof value === 'number' && (value < range[0] || value > range[1])) {
    return { problem: `is outside ${range[0]} to ${range[1]}` }
  }
  const values = Array.isArray(value) ? value : [value]
  const stranger = oneOf && values.find(element => !oneOf.includes(String(element)))
  if (oneOf && stranger !== undefined)
    return { problem: `has "${stranger}", which is none of ${oneOf.join(', ')}` }
  return { value }
}
