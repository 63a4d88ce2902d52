import { existsSync, writeFileSync } from 'node:fs'
import { exampleConfig } from '../../config/example.ts'
import { UsageError } from '../model/errors.ts'
import type { CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'

export const config: CommandModule = {
  examples: [
    ['docvault config init', 'write docvault.yaml, every setting explained'],
    ['docvault config check', 'what is configured, and whether it is good'],
  ],
  define(command) {
    command
      .argument(
        '<action>',
        'init writes docvault.yaml with every setting explained; check reads what is configured',
      )
      .option('--output <file>', 'where init writes', 'docvault.yaml')
  },
  async run({ args, options, platforms, terminal }) {
    const [action] = args
    if (action === 'init') {
      const file = options.text('output') ?? 'docvault.yaml'
      if (existsSync(file)) throw new UsageError(`${file} exists already`, { hint: 'name another --output' })
      writeFileSync(file, exampleConfig(), { flag: 'wx', mode: 0o600 })
      terminal.event('written', { file })
      terminal.line(`wrote ${file}; every setting is in it, commented out, with its default`)
      return exitCodes.done
    }
    if (action !== 'check') throw new UsageError(`config ${action}: the actions are init and check`)
    for (const { name, config: one } of platforms()) {
      const [url, vault] = [one['platform.url'], one['vault.path']]
      const token = one['platform.token'] !== null
      terminal.event('platform', { name, url, token, vault })
      terminal.line(`${name}: ${url ?? 'no platform.url'}, ${token ? 'a token' : 'no token'}, vault ${vault}`)
      if (url === null || !token)
        throw new UsageError(`platform ${name} has no ${url === null ? 'platform.url' : 'platform.token'}`)
    }
    terminal.line('the configuration is good')
    return exitCodes.done
  },
}
