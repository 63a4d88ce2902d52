/**
 * Puts the configuration together: defaults → file → environment → flags, later ones win. Every bad value and every
 * unknown key is named in one error, with where it came from; secrets are never repeated.
 */
import { existsSync, readFileSync } from 'node:fs'
import { parse, YAMLParseError } from 'yaml'
import { UsageError } from '../src/model/errors.ts'
import { parseValue } from './parse-value.ts'
import { type Config, environmentName, type Setting, settings } from './settings.ts'

export interface ConfigSources {
  /** `--config`; without it `DOCVAULT_CONFIG`, then `docvault.yaml` where there is one. */
  file?: string | undefined
  env: Readonly<Record<string, string | undefined>>
  /** Values of flags, by setting key. */
  flags?: Readonly<Record<string, string | undefined>>
}

const DEFAULT_FILE = 'docvault.yaml'

export function loadConfig(sources: ConfigSources): Config {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [key, setting] of entries()) values[key] = setting.default
  for (const { key, raw, origin } of [...fromFile(sources, problems), ...fromText(sources)]) {
    const setting = entries().find(([name]) => name === key)?.[1]
    if (!setting) {
      problems.push(`${origin}: there is no setting ${key}`)
      continue
    }
    const parsed = parseValue(setting, raw)
    if ('value' in parsed) values[key] = parsed.value
    else
      problems.push(`${origin}: ${key} ${setting.secret ? '' : `= ${JSON.stringify(raw)} `}${parsed.problem}`)
  }
  readTokenFile(values, problems)
  if (problems.length > 0)
    throw new UsageError(`the configuration is wrong:\n${problems.map(one => `  ${one}`).join('\n')}`)
  return complete(values)
}

interface Given {
  key: string
  raw: unknown
  origin: string
}

function entries(): [string, Setting][] {
  return Object.entries(settings)
}

/** Every key has a value of its type by now: a default, or one that `parseValue` made. */
function complete(values: Record<string, unknown>): Config {
  const isComplete = (candidate: Record<string, unknown>): candidate is Record<string, unknown> & Config =>
    entries().every(([key]) => key in candidate)
  if (!isComplete(values)) throw new Error('a setting has no value')
  return values
}

function fromFile(sources: ConfigSources, problems: string[]): Given[] {
  const named = sources.file ?? sources.env.DOCVAULT_CONFIG
  const file = named ?? DEFAULT_FILE
  if (!existsSync(file)) {
    if (named === undefined) return []
    throw new UsageError(`there is no configuration file ${file}`, {
      hint: 'check --config or DOCVAULT_CONFIG',
    })
  }
  const root = parseYaml(file)
  if (root === null) return []
  if (typeof root !== 'object' || Array.isArray(root)) {
    problems.push(`${file}: is no map of settings`)
    return []
  }
  return flatten(root, '').map(([key, raw]) => ({ key, raw, origin: file }))
}

function parseYaml(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    const words = cause instanceof YAMLParseError ? cause.message.split('\n')[0] : String(cause)
    throw new UsageError(`${file} cannot be read as YAML: ${words}`, { cause })
  }
}

function flatten(value: object, prefix: string): [string, unknown][] {
  return Object.entries(value).flatMap(([key, member]): [string, unknown][] =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? flatten(member, `${prefix}${key}.`)
      : [[prefix + key, member]],
  )
}

function fromText({ env, flags = {} }: ConfigSources): Given[] {
  const given: Given[] = []
  for (const [key] of entries()) {
    const name = environmentName(key)
    if (env[name] !== undefined && env[name] !== '') given.push({ key, raw: env[name], origin: name })
  }
  for (const [key, raw] of Object.entries(flags))
    if (raw !== undefined) given.push({ key, raw, origin: 'command line' })
  return given
}

function readTokenFile(values: Record<string, unknown>, problems: string[]): void {
  const file = values['platform.tokenFile']
  if (typeof file !== 'string' || values['platform.token'] !== null) return
  try {
    values['platform.token'] = readFileSync(file, 'utf8').trim()
  } catch {
    problems.push(`platform.tokenFile: ${file} cannot be read`)
  }
}
