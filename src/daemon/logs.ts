/**
 * Logs as JSON lines: all of them on standard output, and those of a run in a file of its own, so that `docvault logs`
 * can show one run from its beginning. Every line passes through the redaction as text; whatever is in it, a known
 * secret is not.
 */
import { appendFileSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import type { Redact } from '../model/redact.ts'

export type { Logger }

export interface LogOptions {
  level: string
  /** Folder of the files of runs, which is there. */
  folder: string
  /** Most files. */
  keep: number
  redact: Redact
  write: (line: string) => void
}

export interface Logs {
  log: Logger
  /** Every line of it carries the run's id, and goes to its file as well. */
  ofRun(run: string, fields: object): Logger
  /** Forgets all but the newest files. */
  tidy(): void
}

export function openLogs(options: LogOptions): Logs {
  const print = (line: string) => options.write(options.redact(line))
  const settings = {
    level: options.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { log: withoutReserved },
  }
  const log = pino(settings, { write: print })
  return {
    log,
    ofRun: (run, fields) => {
      const file = fileOf(options.folder, run)
      const write = (line: string) => {
        print(line)
        append(file, options.redact(line))
      }
      return pino(settings, { write }).child({ run, ...fields })
    },
    tidy: () => tidy(options.folder, options.keep),
  }
}

/** Of each line; a field of an event that has the same name would make a second key of it. */
const RESERVED: readonly string[] = ['level', 'time', 'run', 'platform', 'msg']

function withoutReserved(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(fields)
  return Object.fromEntries(entries.map(([key, value]) => [RESERVED.includes(key) ? `${key}_` : key, value]))
}

/** A full disk must not fail the run that is written about; standard output has the line. */
function append(file: string, line: string): void {
  try {
    appendFileSync(file, line)
  } catch {
    // It was said where it could be.
  }
}

/** The lines of a run, and of those that it started for each organization, by time; null when there are none. */
export function readRunLog(folder: string, run: string): string[] | null {
  const own = nameOf(run)
  const names = listRunLogs(folder).filter(name => name === own || name.startsWith(`${own}.`))
  const lines = names.flatMap(name => readOneLog(folder, name))
  if (lines.length === 0) return null
  return names.length === 1 ? lines : lines.sort((a, b) => timeOf(a).localeCompare(timeOf(b)))
}

/** Empty when there is none. */
export function readOneLog(folder: string, run: string): string[] {
  try {
    return readFileSync(fileOf(folder, run), 'utf8').split('\n').filter(Boolean)
  } catch {
    return []
  }
}

function timeOf(line: string): string {
  return /"time":"([^"]+)"/.exec(line)?.[1] ?? ''
}

/** Names of runs that have a log, newest last. */
export function listRunLogs(folder: string): string[] {
  return filesOf(folder).map(file => file.name.replace(/\.jsonl$/, ''))
}

/** A name from outside cannot leave the folder. */
function fileOf(folder: string, run: string): string {
  return join(folder, `${nameOf(run)}.jsonl`)
}

function nameOf(run: string): string {
  return run.replaceAll(/[^\w.-]/g, '_')
}

function tidy(folder: string, keep: number): void {
  for (const { path } of filesOf(folder).slice(0, -keep)) rmSync(path, { force: true })
}

function filesOf(folder: string): { name: string; path: string; mtimeMs: number }[] {
  return names(folder)
    .filter(name => name.endsWith('.jsonl'))
    .map(name => {
      const path = join(folder, name)
      return { name, path, mtimeMs: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }
    })
    .sort((a, b) => a.mtimeMs - b.mtimeMs)
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
