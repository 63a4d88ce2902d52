/** What a restore is asked for, as it was typed. */
import { createInterface } from 'node:readline/promises'
import type { PlanWish } from '../../jobs/restore.ts'
import { UsageError } from '../model/errors.ts'
import { MASKABLE, type RestoreRequest } from '../restore/request.ts'
import type { CommandContext } from './command.ts'
import { assertKind } from './kinds.ts'

export async function requestOf(context: CommandContext): Promise<NonNullable<PlanWish['request']>> {
  const { options } = context
  const kinds = options.list('kind')?.map(name => assertKind(name))
  const lists = {
    kinds,
    spaces: options.list('space'),
    pages: options.list('page'),
    files: options.list('file'),
    collections: options.list('collection'),
    sites: options.list('site'),
    people: options.list('person'),
  }
  const chosen = Object.fromEntries(Object.entries(lists).filter(([, list]) => list !== undefined))
  const texts = {
    to: options.text('to'),
    intoSpace: options.text('intoSpace'),
    deleteExtra: await typedTitle(context, 'deleteExtra'),
    allowWidening: await typedTitle(context, 'allowWidening'),
  }
  return {
    onConflict: conflictOf(options.text('onConflict') ?? 'skip'),
    ...chosen,
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)),
    ...(options.flag('asChangeRequest') ? { asChangeRequest: true } : {}),
    ...(options.flag('publish') ? { publish: true } : {}),
    ...maskOf(options.text('mask'), texts.to),
  }
}

const TYPED = {
  deleteExtra: "Type the organization's title to delete what is extra: ",
  allowWidening: "Type the organization's title to give access back: ",
} as const

/** Without a title nothing of it is done, and the plan says what would be. */
export async function typedTitle(
  { options, terminal }: CommandContext,
  option: keyof typeof TYPED,
  asks = options.flag('apply'),
): Promise<string | undefined> {
  if (!options.flag(option)) return undefined
  const confirmed = options.text('confirm')
  if (confirmed !== undefined || !asks) return confirmed ?? ''
  if (!terminal.interactive || !process.stdin.isTTY) return ''
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  return lines.question(TYPED[option]).finally(() => lines.close())
}

function conflictOf(text: string): RestoreRequest['onConflict'] {
  if (text === 'skip' || text === 'update' || text === 'copy') return text
  throw new UsageError(`--on-conflict "${text}" is none of skip, update, copy`)
}

function maskOf(words: string | undefined, to: string | undefined): Pick<RestoreRequest, 'mask'> {
  if (words === undefined) return {}
  const list = words.split(',').map(word => word.trim())
  const unknown = list.find(word => !MASKABLE.some(known => known === word))
  const hint = '--mask people, or --mask people,comments'
  if (words.trim() === '') throw new UsageError('--mask wants to know what is to be masked', { hint })
  if (unknown !== undefined)
    throw new UsageError(`--mask "${unknown}" is none of ${MASKABLE.join(', ')}`, { hint })
  if (!list.includes('people')) throw new UsageError('--mask comments goes with people only', { hint })
  if (to === undefined)
    throw new UsageError('--mask wants --to: it is for another organization', {
      hint: 'name the organization for the copy with --to',
    })
  return { mask: { what: MASKABLE.filter(known => list.includes(known)) } }
}

export function fromOf({ options }: CommandContext): { from?: string } {
  const from = options.text('org')
  return from === undefined ? {} : { from }
}
