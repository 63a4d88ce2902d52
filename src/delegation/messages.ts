/**
 * What a command and the daemon that holds the vault say to each other: a JSON object a line, over a socket that only
 * the vault's owner can open. Both ends are the same version of docvault, or nothing but that is said.
 */
import { z } from 'zod'
import { UsageError } from '../model/errors.ts'

/** The first line of a command. */
export const requestSchema = z.strictObject({
  version: z.string(),
  /** Of the lease that the command found in its vault, and of the vault's folder. */
  holder: z.string(),
  folder: z.string(),
  job: z.string(),
  data: z.unknown(),
  /** What the command's own configuration says of the jobs, where it says something. */
  settings: z.record(z.string(), z.unknown()),
})
export type WorkRequest = z.infer<typeof requestSchema>
/** What it wants, beside which daemon it means. */
export type WorkWish = Pick<WorkRequest, 'job' | 'data' | 'settings'>

/** Every later line of a command. */
export const cancelSchema = z.strictObject({ type: z.literal('cancel') })

const errorSchema = z.object({
  code: z.string(),
  message: z.string(),
  hint: z.string().optional(),
  retry: z.enum(['never', 'later']),
})
export type WireError = z.infer<typeof errorSchema>

/** A line of the daemon: one of the last two is the last. */
export const answerSchema = z.discriminatedUnion('type', [
  /** For these runs to end. */
  z.object({ type: z.literal('waiting'), runs: z.array(z.string()) }),
  z.object({ type: z.literal('begun'), run: z.string() }),
  // Made by the same version of the same program: its types say what they are.
  z.object({ type: z.literal('event'), event: z.any() }),
  z.object({ type: z.literal('result'), result: z.any() }),
  z.object({ type: z.literal('failed'), error: errorSchema }),
])
export type Answer = z.infer<typeof answerSchema>

export function lineOf(message: object): string {
  return `${JSON.stringify(message)}\n`
}

/** Throws UsageError for a line that is longer. */
export async function* linesOf(chunks: AsyncIterable<Buffer>, mostBytes: number): AsyncGenerator<string> {
  let [begun, bytes]: [Buffer[], number] = [[], 0]
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end)]).toString()
      ;[begun, bytes, from] = [[], 0, end + 1]
    }
    const rest = chunk.subarray(from)
    begun.push(rest)
    bytes += rest.length
    if (bytes > mostBytes) throw new UsageError(`a line has at most ${mostBytes} bytes`)
  }
}

const NEWLINE = 0x0a
