/** Every setting with the value that counts and where it comes from. Secrets are never printed. */
import { displayValue } from '../../config/display.ts'
import type { ExplainedConfig, Explanation } from '../../config/load.ts'
import { type Setting, settings } from '../../config/settings.ts'
import type { CommandContext } from './command.ts'
import { printTable } from './table.ts'

interface Shown {
  key: string
  value: string | number | boolean | readonly string[] | null
  origin: string
}

export function showSettings({ options, terminal }: CommandContext, { platforms }: Explanation): void {
  for (const platform of platforms) {
    const all = Object.entries<Setting>(settings).map(([key, setting]) => shown(platform, key, setting))
    const wanted = options.flag('changed') ? all.filter(setting => setting.origin !== 'default') : all
    for (const setting of wanted) terminal.event('setting', { platform: platform.name, ...setting })
    if (platforms.length > 1) terminal.line(`\n${terminal.colors.bold(platform.name)}`)
    if (wanted.length === 0) terminal.line('every setting is as by default')
    else
      printTable(terminal, {
        head: ['setting', 'value', 'from'],
        rows: wanted.map(rowOf),
        narrow: [['value', 20]],
      })
  }
}

function shown({ config, origins }: ExplainedConfig, key: string, setting: Setting): Shown {
  const [, value = null] = Object.entries(config).find(([name]) => name === key) ?? []
  const [, origin = 'default'] = Object.entries(origins).find(([name]) => name === key) ?? []
  if (value === null) return { key, value: null, origin }
  if (setting.secret) return { key, value: '(set, not shown)', origin }
  const text = displayValue(setting, value)
  return { key, value: typeof text === 'string' ? withoutPassword(text) : text, origin }
}

function withoutPassword(text: string): string {
  return text.replace(/^(\w+:\/\/[^/@:]*):[^@/]+@/, '$1:…@')
}

function rowOf({ key, value, origin }: Shown): string[] {
  const text = Array.isArray(value) ? value.join(', ') || 'empty' : String(value ?? 'not set')
  return [key, text, origin]
}
