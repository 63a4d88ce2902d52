import { startEmulator } from '../emulator/emulator.ts'
import { parseFaults } from '../emulator/faults/fault.ts'
import type { EmulatorOptions } from '../emulator/options.ts'
import { UsageError } from '../model/errors.ts'
import type { CommandModule, Options } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { untilAborted } from './until-aborted.ts'

const profiles = ['document', 'full', 'current'] as const

export const emulator: CommandModule = {
  examples: [
    ['docvault emulator --port 4010 --load Handbook=docs', 'a folder as a space'],
    ['docvault emulator --synthetic 20x50 --members 30', 'a generated company'],
  ],
  define(command) {
    command
      .option('--port <n>', 'port to listen on at 127.0.0.1; 0 takes a free one', '0')
      .option('--load <title=folder...>', 'serve a bundle folder as a space')
      .option('--synthetic <SxP>', 'serve S generated spaces of P pages each, e.g. 200x500')
      .option('--profile <name>', `which service: ${profiles.join(', ')}`, 'full')
      .option('--without <operation...>', 'operations that the service does not have')
      .option('--service-version <version>', 'what the service calls its version')
      .option('--seed <n>', 'ids, people and teams come from it', '1')
      .option('--members <n>', 'people to generate')
      .option('--teams <n>', 'teams to generate')
      .option('--organizations <n>', 'further, empty organizations')
      .option('--comments <n>', 'comments to generate')
      .option('--change-requests <n>', 'change requests to generate')
      .option('--sites <n>', 'sites to generate')
      .option('--specs <file...>', 'OpenAPI specifications')
      .option('--latency <ms>', 'delay of every answer')
      .option('--rate-limit <n>', 'requests per minute')
      .option('--faults <spec>', 'faults from the start: JSON, or operation=kind,field=value;…')
  },
  async run({ options, signal }) {
    const running = await startEmulator(emulatorOptions(options))
    const { url, token, organization } = running
    // The contract with programs that start it: one JSON line, whether --json or not.
    process.stdout.write(`${JSON.stringify({ message_type: 'ready', url, token, organization })}\n`)
    await untilAborted(signal)
    await running.close()
    return exitCodes.done
  },
}

function emulatorOptions(options: Options): EmulatorOptions {
  const faults = options.text('faults')
  const synthetic = options.text('synthetic')
  return {
    port: count(options, 'port') ?? 0,
    profile: profileOf(options.text('profile') ?? 'full'),
    seed: count(options, 'seed') ?? 1,
    load: (options.list('load') ?? []).map(parseLoad),
    specs: options.list('specs') ?? [],
    without: options.list('without') ?? [],
    ...given('serviceVersion', options.text('serviceVersion')),
    ...given('members', count(options, 'members')),
    ...given('teams', count(options, 'teams')),
    ...given('organizations', count(options, 'organizations')),
    ...given('comments', count(options, 'comments')),
    ...given('changeRequests', count(options, 'changeRequests')),
    ...given('sites', count(options, 'sites')),
    ...given('latencyMs', count(options, 'latency')),
    ...given('rateLimitPerMinute', count(options, 'rateLimit')),
    ...(synthetic === undefined ? {} : { synthetic: parseSynthetic(synthetic) }),
    ...(faults === undefined ? {} : { faults: parseFaults(faults) }),
  }
}

function given<K extends string, V>(name: K, value: V | undefined): Partial<Record<K, V>> {
  const made: Partial<Record<K, V>> = {}
  if (value !== undefined) made[name] = value
  return made
}

function count(options: Options, name: string): number | undefined {
  const text = options.text(name)
  if (text === undefined || /^\d{1,9}$/.test(text)) return text === undefined ? undefined : Number(text)
  throw new UsageError(
    `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)} "${text}" is no number`,
  )
}

function profileOf(name: string): (typeof profiles)[number] {
  const known = profiles.find(profile => profile === name)
  if (known) return known
  throw new UsageError(`there is no profile "${name}"`, { hint: `profiles are ${profiles.join(', ')}` })
}

function parseLoad(text: string): { title: string; folder: string } {
  const [, title, folder] = /^([^=]+)=(.+)$/s.exec(text) ?? []
  if (title !== undefined && folder !== undefined) return { title, folder }
  throw new UsageError(`--load "${text}" is not of the form TITLE=FOLDER`)
}

function parseSynthetic(text: string): { spaces: number; pages: number } {
  const [, spaces, pages] = /^(\d{1,5})x(\d{1,6})$/.exec(text) ?? []
  if (spaces !== undefined && pages !== undefined) return { spaces: Number(spaces), pages: Number(pages) }
  throw new UsageError(`--synthetic "${text}" is not of the form SPACESxPAGES, e.g. 200x500`)
}
