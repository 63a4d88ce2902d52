/**
 * Puts the configuration together: defaults → file → environment → an entry of `platforms` → flags, later ones win.
 * Every bad value and every unknown key is named in one error, with where it came from; secrets are never repeated.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { UsageError } from '../src/model/errors.ts'
import { parseValue } from './parse-value.ts'
import { findPlatforms, flatten, type Given, type PlatformEntry } from './platforms.ts'
import { type Config, environmentName, type Setting, settings } from './settings.ts'

export interface ConfigSources {
  /** `--config`; without it `DOCVAULT_CONFIG`, then `docvault.yaml` where there is one. */
  file?: string | undefined
  env: Readonly<Record<string, string | undefined>>
  /** Values of flags, by setting key. */
  flags?: Readonly<Record<string, string | undefined>>
}

/** One of the platforms that a daemon works for, with every setting as it is for that one. */
export interface PlatformConfig {
  name: string
  config: Config
}

const DEFAULT_FILE = 'docvault.yaml'
const require = createRequire(import.meta.url)

/** For a command that works on one platform: `platform` names it where there are several. */
export function loadConfig(sources: ConfigSources & { platform?: string | undefined }): Config {
  const platforms = loadPlatforms(sources)
  const names = platforms.map(one => one.name).join(', ')
  const wanted = sources.platform
  const [only] = platforms
  if (wanted === undefined && platforms.length === 1 && only) return only.config
  const found = platforms.find(one => one.name === wanted)
  if (found) return found.config
  throw new UsageError(
    wanted === undefined ? `there are several platforms: ${names}` : `there is no platform ${wanted}`,
    { hint: `choose one with --platform: ${names}` },
  )
}

/** Never empty: without a list of platforms there is one, `default`. */
export function loadPlatforms(sources: ConfigSources): PlatformConfig[] {
  const problems: string[] = []
  const file = readFile(sources, problems)
  const common = new Layers(problems)
  common.add(file.given)
  common.add(fromEnvironment(sources.env))
  const platforms = [...(file.platforms ?? [{ name: 'default', given: [] }])].map(entry => ({
    name: entry.name,
    config: common.with(entry, sources.flags ?? {}),
  }))
  if (sources.flags?.['vault.path'] === undefined) refuseSharedVaults(platforms, problems)
  if (problems.length === 0) return platforms
  const lines = [...new Set(problems)].map(one => `  ${one}`)
  throw new UsageError(`the configuration is wrong:\n${lines.join('\n')}`)
}

function entries(): [string, Setting][] {
  return Object.entries(settings)
}

/** Values on top of values. */
class Layers {
  readonly #values: Record<string, unknown> = {}
  readonly #problems: string[]

  constructor(problems: string[], values?: Record<string, unknown>) {
    this.#problems = problems
    for (const [key, setting] of entries()) this.#values[key] = values ? values[key] : setting.default
  }

  add(given: readonly Given[]): void {
    const keys = new Set(given.map(one => one.key))
    for (const one of given) this.#set(one)
    // A file named later wins over a secret given earlier.
    for (const key of keys) {
      const secret = key.replace(/File$/, '')
      if (secret !== key && !keys.has(secret)) this.#values[secret] = null
    }
  }

  with(entry: PlatformEntry, flags: Readonly<Record<string, string | undefined>>): Config {
    const layers = new Layers(this.#problems, this.#values)
    if (entry.name !== 'default') layers.#values['vault.path'] = `${this.#values['vault.path']}/${entry.name}`
    layers.add(entry.given)
    layers.add(fromFlags(flags))
    layers.#readSecretFiles()
    return layers.#complete()
  }

  #set({ key, raw, origin }: Given): void {
    const setting = entries().find(([name]) => name === key)?.[1]
    if (!setting) {
      this.#problems.push(`${origin}: there is no setting ${key}`)
      return
    }
    const parsed = parseValue(setting, raw)
    const shown = setting.secret ? '' : `= ${JSON.stringify(raw)} `
    if ('value' in parsed) this.#values[key] = parsed.value
    else this.#problems.push(`${origin}: ${key} ${shown}${parsed.problem}`)
  }

  #readSecretFiles(): void {
    for (const [key, { secret }] of entries()) {
      const file = this.#values[`${key}File`]
      if (!secret || typeof file !== 'string' || this.#values[key] !== null) continue
      try {
        const text = readFileSync(file, 'utf8').trim()
        if (text === '') this.#problems.push(`${key}File: ${file} is empty`)
        this.#values[key] = text
      } catch {
        this.#problems.push(`${key}File: ${file} cannot be read`)
      }
    }
  }

  /** Every key has a value of its type by now: a default, or one that `parseValue` made. */
  #complete(): Config {
    const isComplete = (candidate: Record<string, unknown>): candidate is Record<string, unknown> & Config =>
      entries().every(([key]) => key in candidate)
    if (!isComplete(this.#values)) throw new Error('a setting has no value')
    return this.#values
  }
}

function refuseSharedVaults(platforms: readonly PlatformConfig[], problems: string[]): void {
  const paths = new Map<string, string>()
  for (const { name, config } of platforms) {
    const path = config['vault.path']
    const other = paths.get(path)
    if (other !== undefined)
      problems.push(`platforms ${other} and ${name} have the same vault.path ${path}: each needs its own`)
    paths.set(path, name)
  }
}

interface ConfigFile {
  given: Given[]
  platforms: PlatformEntry[] | null
}

function readFile(sources: ConfigSources, problems: string[]): ConfigFile {
  const named = sources.file ?? sources.env.DOCVAULT_CONFIG
  const file = named ?? DEFAULT_FILE
  if (!existsSync(file)) {
    if (named === undefined) return { given: [], platforms: null }
    throw new UsageError(`there is no configuration file ${file}`, {
      hint: 'check --config or DOCVAULT_CONFIG',
    })
  }
  const root = parseYaml(file)
  if (root === null) return { given: [], platforms: null }
  if (typeof root !== 'object' || Array.isArray(root)) {
    problems.push(`${file}: is no map of settings`)
    return { given: [], platforms: null }
  }
  const { platforms, ...common } = { platforms: undefined, ...root }
  return {
    given: withoutEmptySections(flatten(common, '')).map(([key, raw]) => ({ key, raw, origin: file })),
    platforms: findPlatforms(platforms, file, problems),
  }
}

/** `mirror:` with everything in it commented out says nothing. */
function withoutEmptySections(values: [string, unknown][]): [string, unknown][] {
  const isSection = (name: string) => entries().some(([key]) => key.startsWith(`${name}.`))
  return values.filter(([key, raw]) => raw !== null || !isSection(key))
}

/** Loads the parser first: it has more modules than a short command without a file loads altogether. */
function parseYaml(file: string): unknown {
  const { parse, YAMLParseError }: typeof import('yaml') = require('yaml')
  try {
    return parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    const words = cause instanceof YAMLParseError ? cause.message.split('\n')[0] : String(cause)
    throw new UsageError(`${file} cannot be read as YAML: ${words}`, { cause })
  }
}

function fromEnvironment(env: ConfigSources['env']): Given[] {
  return entries().flatMap(([key]) => {
    const name = environmentName(key)
    const raw = env[name]
    return raw === undefined || raw === '' ? [] : [{ key, raw, origin: name }]
  })
}

function fromFlags(flags: Readonly<Record<string, string | undefined>>): Given[] {
  return Object.entries(flags).flatMap(([key, raw]) =>
    raw === undefined ? [] : [{ key, raw, origin: 'command line' }],
  )
}
