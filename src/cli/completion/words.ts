/** What can follow what on a command line: from the commands as they are defined, so that nothing can be forgotten. */
import type { Argument, Command, Option } from 'commander'
import { jobs } from '../../../jobs/index.ts'
import { resources } from '../../resources/index.ts'

/** Words, or `file`: what the shell itself knows best. Null: nobody can say. */
export type Values = readonly string[] | 'file' | null

export interface CommandWords {
  name: string
  summary: string
  options: readonly { flag: string; does: string; takes: Values; isBare: boolean }[]
  /** Of the arguments, in order. */
  arguments: readonly Values[]
}

const snapshots = ['latest', 'latest~1', 'latest~2']

/** By what a value is called in the help. */
const byName: Readonly<Record<string, Values>> = {
  snapshot: snapshots,
  a: snapshots,
  b: snapshots,
  what: snapshots,
  kind: resources.map(resource => resource.kind),
  job: jobs.map(job => job.name),
  file: 'file',
  folder: 'file',
}

export function describeWords(commands: readonly Command[]): CommandWords[] {
  return commands.map(command => ({
    name: command.name(),
    summary: command.summary(),
    options: command.options.map(wordsOf),
    arguments: command.registeredArguments.map(argumentOf),
  }))
}

function wordsOf(option: Option): CommandWords['options'][number] {
  const value = /[<[]([\w|]+)/.exec(option.flags)?.[1]
  return {
    flag: option.long ?? option.flags,
    does: option.description,
    takes: option.argChoices ?? valuesOf(value),
    isBare: value === undefined,
  }
}

function argumentOf(argument: Argument): Values {
  return argument.argChoices ?? valuesOf(argument.name())
}

function valuesOf(name: string | undefined): Values {
  if (name?.includes('|')) return name.split('|')
  return byName[name ?? ''] ?? null
}
