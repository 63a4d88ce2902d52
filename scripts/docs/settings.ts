/** The table of settings. Values are written as the configuration file takes them. */
import { environmentName, type Setting, settings } from '../../config/settings.ts'
import { code, codeList, table } from './markdown.ts'

type Unit = readonly [name: string, factor: number]

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

export function settingTable(): string {
  const rows = Object.entries<Setting>(settings).map(([key, setting]) => [
    code(key),
    code(environmentName(key)),
    typeOf(setting),
    defaultOf(setting),
    meaningOf(setting),
  ])
  return table(['setting', 'environment', 'type', 'default', 'meaning'], rows)
}

function typeOf({ type, secret }: Setting): string {
  return secret ? `${type}, secret` : type
}

function defaultOf(setting: Setting): string {
  const value = setting.default
  if (value === null) return 'not set'
  if (typeof value === 'object') return value.length === 0 ? 'empty' : code(value.join(','))
  return code(displayed(setting, value))
}

function meaningOf(setting: Setting): string {
  const { doc, oneOf, range } = setting
  const choices = oneOf ? ` One of ${codeList(oneOf)}${setting.type === 'list' ? ', or several' : ''}.` : ''
  const limits = range ? ` From ${displayed(setting, range[0])} to ${displayed(setting, range[1])}.` : ''
  return doc + choices + limits
}

function displayed({ type }: Setting, value: string | number | boolean): string {
  if (typeof value !== 'number') return String(value)
  if (type === 'duration') return withUnit(value, durations)
  if (type === 'size') return withUnit(value, sizes)
  return type === 'percent' ? `${value}%` : String(value)
}

/** The largest unit that leaves a whole number; hours up to a week read better than days. */
function withUnit(value: number, units: readonly Unit[]): string {
  const fitting = units.find(
    ([name, factor]) => value % factor === 0 && value >= factor * (name === 'd' ? 7 : 1),
  )
  const [name, factor] = fitting ?? units.at(-1) ?? ['', 1]
  return `${value / factor}${name}`
}
