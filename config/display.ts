/** Values of settings as a configuration file has them. */
import { roleRuleWords } from './role-rules.ts'
import type { Setting, SettingTypes } from './settings.ts'

type Unit = readonly [name: string, factor: number]
type Value = SettingTypes[keyof SettingTypes]

const durations: readonly Unit[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
]
const sizes: readonly Unit[] = [
  ['GiB', 1024 ** 3],
  ['MiB', 1024 ** 2],
  ['KiB', 1024],
  ['B', 1],
]

export function displayValue({ type }: Setting, value: Value): string | number | boolean | string[] {
  if (typeof value === 'object')
    return value.map(entry => (typeof entry === 'string' ? entry : roleRuleWords(entry)))
  if (typeof value !== 'number') return typeof value === 'boolean' ? value : String(value)
  if (type === 'duration') return withUnit(value, durations)
  if (type === 'size') return withUnit(value, sizes)
  return type === 'percent' ? `${value}%` : value
}

/** The largest unit that leaves a whole number; hours up to a week read better than days. */
function withUnit(value: number, units: readonly Unit[]): string {
  const fitting = units.find(
    ([name, factor]) => value % factor === 0 && value >= factor * (name === 'd' ? 7 : 1),
  )
  const [name, factor] = fitting ?? units.at(-1) ?? ['', 1]
  return `${value / factor}${name}`
}
