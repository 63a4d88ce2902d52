/** `web`: the views of the vault in a browser, without daemon and Redis. */
import type { PlatformConfig } from '../../config/load.ts'
import { findHere } from '../../jobs/find.ts'
import { UsageError } from '../model/errors.ts'
import { assertVaultAt } from '../vault/vault.ts'
import { makeWeb } from '../web/app.ts'
import { type LocalRestores, makeLocalRestores } from '../web/local-restores.ts'
import { webPlatformOf } from '../web/platform.ts'
import { serveWeb } from '../web/serve.ts'
import type { CommandContext, CommandModule, Options } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { untilAborted } from './until-aborted.ts'

export const web: CommandModule = {
  examples: [
    ['docvault web', 'look at every night, compare and search; ends with Ctrl-C'],
    ['docvault web --vault recovered --port 8091', 'a vault that was recovered on a laptop'],
  ],
  define(command) {
    command.option('--port <n>', 'port to listen on at 127.0.0.1; 0 takes a free one', '0')
  },
  async run(context) {
    const { options, signal, terminal, version, now } = context
    const platforms = chosenPlatforms(context)
    for (const { config } of platforms) assertVaultAt(config['vault.path'])
    const desks = new Map(platforms.map(platform => [platform, deskOf(platform)]))
    const views = platforms.map(platform =>
      webPlatformOf(platform, {
        find: (data, signal, vault) => findHere(data, { config: platform.config, signal }, vault),
        restores: desks.get(platform) ?? null,
        agenda: null,
        now,
      }),
    )
    const source = { version, now, conditions: () => null, fleet: () => null, platforms: () => views }
    const failed = (error: unknown, path: string) =>
      terminal.note(`${path}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    const served = await serveWeb(makeWeb(source, { failed }), portOf(options))
    terminal.event('ready', { url: served.url, link: served.link })
    terminal.line(`open ${served.link}`)
    terminal.line('It opens once, in one browser. Ctrl-C ends it.')
    await untilAborted(signal)
    await served.close()
    for (const desk of desks.values()) await desk?.close()
    return exitCodes.done
  },
}

/** A vault by itself knows no platform that something could be put back to. */
function deskOf({ config }: PlatformConfig): LocalRestores | null {
  return config['platform.url'] === null || config['platform.token'] === null
    ? null
    : makeLocalRestores(config)
}

/** All that are configured, unless one is named. */
function chosenPlatforms({ options, platforms, config }: CommandContext): readonly PlatformConfig[] {
  const [vault, platform] = [options.text('vault'), options.text('platform')]
  return vault === undefined && platform === undefined
    ? platforms()
    : [{ name: platform ?? 'vault', config: config() }]
}

function portOf(options: Options): number {
  const text = options.text('port') ?? '0'
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new UsageError(`--port "${text}" is no port`, { hint: 'a number from 0 to 65535' })
}
