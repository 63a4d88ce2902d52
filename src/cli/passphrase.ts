/** A passphrase, from a file or typed by a person who sees nothing of it. Never from the command line: others can read that. */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { UsageError } from '../model/errors.ts'
import type { CommandContext } from './command.ts'
import { readSecretInput } from './secret-input.ts'

const FEWEST = 12

interface Asked {
  /** Of the command line, without dashes: the option that names the file. */
  option: string
  what: string
}

export async function readPassphrase(context: CommandContext, { option, what }: Asked): Promise<string> {
  const file = context.options.text(camel(option))
  if (file !== undefined) return readSecretInput(file, `--${option}`).split(/\r?\n/)[0] ?? ''
  if (!context.terminal.interactive || !process.stdin.isTTY)
    throw new UsageError(`there is nobody to type ${what}`, {
      hint: `name a file that holds it: --${option} FILE`,
    })
  return ask(`${what}: `)
}

/** Typed twice, and not too short. */
export async function readNewPassphrase(context: CommandContext, asked: Asked): Promise<string> {
  const passphrase = await readPassphrase(context, asked)
  if (passphrase.length < FEWEST)
    throw new UsageError(`the passphrase has ${passphrase.length} characters: take ${FEWEST} or more`, {
      hint: 'five words drawn by chance are good, and can be remembered',
    })
  const isTyped = context.options.text(camel(asked.option)) === undefined
  if (isTyped && (await ask('the same again: ')) !== passphrase)
    throw new UsageError('the two are not the same; nothing was changed')
  return passphrase
}

async function ask(question: string): Promise<string> {
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}

function camel(option: string): string {
  return option.replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())
}
