import { existsSync, writeFileSync } from 'node:fs'
import { Argument } from 'commander'
import { exampleConfig } from '../../config/example.ts'
import { searchPath } from '../../config/file.ts'
import type { Explanation } from '../../config/load.ts'
import type { Config } from '../../config/settings.ts'
import { strangeTenants } from '../../config/tenants.ts'
import { assertSubscriptions } from '../../jobs/change-digest.ts'
import { UsageError } from '../model/errors.ts'
import type { CommandContext, CommandModule } from './command.ts'
import { showSettings } from './config-show.ts'
import { exitCodes } from './exit-code.ts'

export const config: CommandModule = {
  examples: [
    ['docvault config init', 'write docvault.yaml, every setting explained'],
    ['docvault config show --changed', 'what is not as by default, and where it comes from'],
    ['docvault config check', 'whether what is configured is good'],
  ],
  define(command) {
    command
      .addArgument(
        new Argument(
          '<action>',
          'init writes docvault.yaml with every setting explained; show prints the values that count, and where each comes from; check reads what is configured',
        ).choices(['init', 'show', 'check']),
      )
      .option('--output <file>', 'where init writes', 'docvault.yaml')
      .option('--changed', 'show only what is not as by default')
  },
  async run(context) {
    const [action] = context.args
    if (action === 'init') return init(context)
    const explained = chosen(context)
    sayWhereFrom(context, explained)
    if (action === 'show') {
      showSettings(context, explained)
      return exitCodes.done
    }
    return check(context, explained, strangeTenants(context.explain().platforms))
  },
}

/** All platforms, or the one that is named. */
function chosen({ explain, options }: CommandContext): Explanation {
  const explanation = explain()
  const wanted = options.text('platform')
  if (wanted === undefined) return explanation
  const platforms = explanation.platforms.filter(({ name }) => name === wanted)
  if (platforms.length > 0) return { ...explanation, platforms }
  throw new UsageError(`there is no platform ${wanted}`, { hint: '`docvault config check` lists them' })
}

function init({ options, terminal }: CommandContext): number {
  const file = options.text('output') ?? 'docvault.yaml'
  if (existsSync(file)) throw new UsageError(`${file} exists already`, { hint: 'name another --output' })
  writeFileSync(file, exampleConfig(), { flag: 'wx', mode: 0o600 })
  terminal.event('written', { file })
  terminal.line(`wrote ${file}; every setting is in it, commented out, with its default`)
  return exitCodes.done
}

function check({ terminal }: CommandContext, { platforms }: Explanation, doubts: readonly string[]): number {
  for (const { name, config: settings } of platforms) {
    const [url, vault] = [settings['platform.url'], settings['vault.path']]
    const token = settings['platform.token'] !== null
    terminal.event('platform', { name, url, token, vault })
    terminal.line(`${name}: ${url ?? 'no platform.url'}, ${token ? 'a token' : 'no token'}, vault ${vault}`)
    const missing = missingIn(settings)
    if (missing !== null) throw new UsageError(`platform ${name} has no ${missing}`)
    assertSubscriptions(settings)
  }
  for (const doubt of doubts) {
    terminal.event('doubt', { message: doubt })
    terminal.line(`? ${doubt}`)
  }
  terminal.line('the configuration is good')
  return exitCodes.done
}

/** The setting without which nothing can be asked of a platform. */
export function missingIn(settings: Config): 'platform.url' | 'platform.token' | null {
  if (settings['platform.url'] === null) return 'platform.url'
  return settings['platform.token'] === null ? 'platform.token' : null
}

function sayWhereFrom({ terminal, env }: CommandContext, { file, unread }: Explanation): void {
  terminal.event('file', { file, searched: searchPath(env), unread })
  terminal.line(
    file === null
      ? `no configuration file: neither ${searchPath(env).join(' nor ')} is there`
      : `read ${file}`,
  )
  for (const name of unread) terminal.line(`${name} is set, and nothing reads it`)
}
