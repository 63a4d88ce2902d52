/**
 * Puts the configuration together: defaults → file → environment → templates → an entry of `platforms` → flags, later
 * ones win.
 * Every bad value and every unknown key is named in one error, with where it came from; secrets are never repeated.
 */
import { readFileSync } from 'node:fs'
import { UsageError } from '../src/model/errors.ts'
import { findApprovalProblems } from './approvals.ts'
import {
  type ConfigFile,
  type ConfigText,
  type Environment,
  parseConfigText,
  readConfigFile,
} from './file.ts'
import { type Given, settingOf } from './given.ts'
import { parseValue } from './parse-value.ts'
import { fillIn, type Names, refuseNames } from './placeholders.ts'
import type { PlatformEntry } from './platforms.ts'
import { type Config, environmentName, type Setting, settings } from './settings.ts'
import { findSignInProblems } from './sign-in.ts'
import { suggest } from './suggest.ts'

export interface ConfigSources {
  /** `--config`; without it `DOCVAULT_CONFIG`, then the first file that the search finds. */
  file?: string | undefined
  env: Environment
  /** Values of flags, by setting key. */
  flags?: Readonly<Record<string, string | undefined>>
}

/** One of the platforms that a daemon works for, with every setting as it is for that one. */
export interface PlatformConfig {
  name: string
  config: Config
}

/** A configuration, and where each of its values comes from. */
export interface ExplainedConfig extends PlatformConfig {
  /** `default`, a file with the line, the name of an environment variable, or the command line. */
  origins: Readonly<Record<string, string>>
}

export interface Explanation {
  /** The file that was read; null where there is none. */
  file: string | null
  platforms: ExplainedConfig[]
  /** Variables that begin as ours do, and that nothing reads. */
  unread: string[]
}

const TENANT = 'platform.tenant'
const ALONE: PlatformEntry = { name: 'default', origin: null, extended: [], layers: [] }

const entries: readonly (readonly [string, Setting])[] = Object.entries<Setting>(settings)
const secrets = entries.flatMap(([key, { secret }]) => (secret ? [key] : []))
const defaults: Readonly<Record<string, unknown>> = Object.fromEntries(
  entries.map(([key, setting]) => [key, setting.default]),
)
const byDefault: Readonly<Record<string, string>> = Object.fromEntries(
  entries.map(([key]) => [key, 'default']),
)

/** For a command that works on one platform: `platform` names it where there are several. */
export function loadConfig(sources: ConfigSources & { platform?: string | undefined }): Config {
  return explainConfig(sources).config
}

/** The same, with where each value comes from. */
export function explainConfig(sources: ConfigSources & { platform?: string | undefined }): ExplainedConfig {
  const { platforms } = explainPlatforms(sources)
  const names = platforms.map(platform => platform.name).join(', ')
  const wanted = sources.platform
  const [only] = platforms
  if (wanted === undefined && platforms.length === 1 && only) return only
  const found = platforms.find(platform => platform.name === wanted)
  if (found) return found
  throw new UsageError(
    wanted === undefined ? `there are several platforms: ${names}` : `there is no platform ${wanted}`,
    { hint: `choose one with --platform: ${names}` },
  )
}

/** Never empty: without a list of platforms there is one, `default`. */
export function loadPlatforms(sources: ConfigSources): PlatformConfig[] {
  return explainPlatforms(sources).platforms.map(({ name, config }) => ({ name, config }))
}

export function explainPlatforms(sources: ConfigSources): Explanation {
  const problems: string[] = []
  const explanation = explain(readConfigFile(sources.file, sources.env, problems), sources, problems)
  if (problems.length === 0) return explanation
  const lines = [...new Set(problems)].map(problem => `  ${problem}`)
  throw new UsageError(`the configuration is wrong:\n${lines.join('\n')}`)
}

/** What a file would say, and what is wrong with it: what has a problem is as if it were not given. */
export function examineConfig(
  source: ConfigText,
  env: Environment,
): { explanation: Explanation; problems: string[] } {
  const problems: string[] = []
  const explanation = explain(parseConfigText(source, problems), { env }, problems)
  return { explanation, problems: [...new Set(problems)] }
}

function explain(file: ConfigFile, { env, flags = {} }: ConfigSources, problems: string[]): Explanation {
  const unread = strangersIn(env)
  problems.push(...misspelt(unread))
  const common = new Layers(problems)
  common.add(file.given)
  const environment = fromEnvironment(env)
  common.add(environment)
  if (file.platforms) refuseNames([...file.given, ...environment], ['name', 'tenant'], problems)
  const platforms = [...(file.platforms ?? [ALONE])].map(entry => ({
    name: entry.name,
    ...common.with(entry, flags),
  }))
  common.check(unusedIn(file))
  if (flags['vault.path'] === undefined) refuseSharedVaults(platforms, problems)
  const [first] = platforms
  if (first && problems.length === 0)
    problems.push(
      ...findSignInProblems(first.config),
      ...platforms.flatMap(({ config }) => findApprovalProblems(config)),
    )
  return { file: file.path, platforms, unread }
}

function unusedIn({ platforms, templates }: ConfigFile): (readonly Given[])[] {
  const used = new Set(platforms?.flatMap(({ extended }) => extended))
  return [...templates].flatMap(([name, given]) => (used.has(name) ? [] : [given]))
}

/** Values on top of values. */
class Layers {
  readonly #values: Record<string, unknown>
  readonly #origins: Record<string, string>
  readonly #problems: string[]
  /** Files of secrets that are a problem already: many entries may name the same. */
  readonly #unreadable: Set<string>

  constructor(problems: string[], below?: Layers) {
    this.#problems = problems
    this.#unreadable = below ? below.#unreadable : new Set()
    this.#values = { ...(below ? below.#values : defaults) }
    this.#origins = { ...(below ? below.#origins : byDefault) }
  }

  add(given: readonly Given[]): void {
    const keys = new Map(given.map(value => [value.key, value.origin]))
    for (const value of given) this.#set(value)
    // A file named later wins over a secret given earlier.
    for (const [key, origin] of keys) {
      const secret = key.replace(/File$/, '')
      if (secret === key || keys.has(secret)) continue
      this.#values[secret] = null
      this.#origins[secret] = origin
    }
  }

  with(
    entry: PlatformEntry,
    flags: Readonly<Record<string, string | undefined>>,
  ): Pick<ExplainedConfig, 'config' | 'origins'> {
    const layers = new Layers(this.#problems, this)
    if (entry.name !== 'default') layers.#values['vault.path'] = `${this.#values['vault.path']}/${entry.name}`
    const names = { name: entry.name, tenant: this.#tenantOf(entry) }
    for (const given of entry.layers) layers.#addNamed(given, names)
    layers.add(fromFlags(flags))
    layers.#readSecretFiles(entry.origin === null ? '' : `${entry.origin}: platform ${entry.name}: `)
    return layers.#complete()
  }

  /** What is wrong with templates that no platform has so far. */
  check(templates: readonly (readonly Given[])[]): void {
    for (const given of templates)
      new Layers(this.#problems, this).#addNamed(given, { name: 'name', tenant: 'tenant' })
  }

  #addNamed(given: readonly Given[], { name, tenant }: { name: string; tenant: string }): void {
    const namesFor = (key: string): Names => (key === TENANT ? { name } : { name, tenant })
    this.add(given.flatMap(value => fillIn(value, namesFor(value.key), this.#problems)))
  }

  #tenantOf({ name, layers }: PlatformEntry): string {
    const own = layers.flat().findLast(({ key }) => key === TENANT)
    const [filled] = own ? fillIn(own, { name }, this.#problems) : []
    return String(filled?.raw ?? this.#values[TENANT] ?? name)
  }

  #set({ key, raw, origin }: Given): void {
    const setting = settingOf(key)
    if (!setting) {
      const known = Object.keys(settings)
      const meant = suggest(key, known) ?? suggest(`platform.${key}`, known)
      this.#problems.push(`${origin}: there is no setting ${key}${meant ? `; did you mean ${meant}?` : ''}`)
      return
    }
    const parsed = parseValue(setting, raw)
    const shown = setting.secret ? '' : `= ${JSON.stringify(raw)} `
    if ('value' in parsed) {
      this.#values[key] = parsed.value
      this.#origins[key] = origin
    } else this.#problems.push(`${origin}: ${key} ${shown}${parsed.problem}`)
  }

  /** `whose`: what a problem begins with. */
  #readSecretFiles(whose: string): void {
    for (const key of secrets) {
      const file = this.#values[`${key}File`]
      if (typeof file !== 'string' || this.#values[key] !== null) continue
      try {
        const text = readFileSync(file, 'utf8').trim()
        if (text === '') this.#refuseFile(`${key}File: ${file} is empty`, whose)
        this.#values[key] = text
        this.#origins[key] = file
      } catch {
        this.#refuseFile(`${key}File: ${file} cannot be read`, whose)
      }
    }
  }

  #refuseFile(problem: string, whose: string): void {
    if (this.#unreadable.size < this.#unreadable.add(problem).size) this.#problems.push(whose + problem)
  }

  /** Every key has a value of its type by now: a default, or one that `parseValue` made. */
  #complete(): Pick<ExplainedConfig, 'config' | 'origins'> {
    const isConfig = (candidate: Record<string, unknown>): candidate is Record<string, unknown> & Config =>
      entries.every(([key]) => key in candidate)
    if (!isConfig(this.#values)) throw new Error('a setting has no value')
    return { config: this.#values, origins: this.#origins }
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

function fromEnvironment(env: ConfigSources['env']): Given[] {
  return entries.flatMap(([key]) => {
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

/** Set by Kubernetes for every service in the namespace, and this one may be called docvault. */
const SERVICE_LINK = /_SERVICE_(HOST|PORT)(_\w+)?$|_PORT_\d+_(TCP|UDP|SCTP)(_\w+)?$/

function strangersIn(env: Environment): string[] {
  const known = new Set(['DOCVAULT_CONFIG', ...entries.map(([key]) => environmentName(key))])
  return Object.entries(env).flatMap(([name, value]) =>
    name.startsWith('DOCVAULT_') &&
    !known.has(name) &&
    !SERVICE_LINK.test(name) &&
    !/^(tcp|udp|sctp):\/\//.test(value ?? '')
      ? [name]
      : [],
  )
}

/** What resembles none of ours may be somebody else's: only a likely slip is an error. */
function misspelt(strangers: readonly string[]): string[] {
  const known = ['DOCVAULT_CONFIG', ...entries.map(([key]) => environmentName(key))]
  return strangers.flatMap(name => {
    const meant = suggest(
      name.slice('DOCVAULT_'.length),
      known.map(variable => variable.slice('DOCVAULT_'.length)),
    )
    return meant ? [`${name}: there is no such setting; did you mean DOCVAULT_${meant}?`] : []
  })
}
