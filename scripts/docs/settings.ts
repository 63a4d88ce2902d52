/** The table of settings. Values are written as the configuration file takes them. */
import { displayValue } from '../../config/display.ts'
import { environmentName, type Setting, settings } from '../../config/settings.ts'
import { code, codeList, table } from './markdown.ts'

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

function displayed(setting: Setting, value: string | number | boolean): string {
  return String(displayValue(setting, value))
}
