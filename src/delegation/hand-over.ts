/**
 * The command's end: finds the daemon that holds a vault, hands it the work and follows it to the end. Ends as the work
 * would have ended here: with its result, or with its error. A daemon that dies on the way is an error of its own, and
 * never a result.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { DocvaultError, Interrupted } from '../model/errors.ts'
import type { VaultHolder } from '../model/vault-holder.ts'
import { DAEMON_COMMAND } from '../model/vault-holder.ts'
import { type DaemonNote, readNote } from './address.ts'
import { type Answer, answerSchema, lineOf, linesOf, type WireError, type WorkRequest } from './messages.ts'
import { AnotherVersion } from './versions.ts'

export interface Follow<Event> {
  signal: AbortSignal
  begun(run: string): void
  event(event: Event): void
  waiting(runs: readonly string[]): void
  /** The daemon was told; its answer is still to come. */
  cancelling(): void
  /** What whoever asked should do when the daemon dies now. */
  afterDeath(): string
}

/** How long a daemon may take from its lease to its socket. */
const STARTING_MS = 10_000
const POLL_MS = 200
const MOST_ANSWER_BYTES = 512 * 1024 * 1024

/** Null: no daemon holds the vault. Throws where one does and takes no work. */
export async function findDaemon(
  vaultPath: string,
  version: string,
  holderNow: () => VaultHolder | null,
): Promise<DaemonNote | null> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const holder = holderNow()
    if (holder?.command !== DAEMON_COMMAND) return null
    const note = readNote(vaultPath)
    if (note?.holder === holder.id) {
      if (note.version !== version) throw new AnotherVersion(note.version, version)
      return note
    }
    if (waitedMs >= STARTING_MS) throw new NoSocket(holder)
    await delay(POLL_MS)
  }
}

/** `Result` and `Event` are those of the job that is named. */
export async function handOver<Result, Event>(
  { socket: path, pid }: DaemonNote,
  request: WorkRequest,
  follow: Follow<Event>,
): Promise<Result> {
  if (follow.signal.aborted) throw new Interrupted()
  const socket = await open(path, pid)
  const cancel = () => {
    socket.write(lineOf({ type: 'cancel' }))
    follow.cancelling()
  }
  follow.signal.addEventListener('abort', cancel, { once: true })
  try {
    socket.write(lineOf(request))
    return await followed(socket, follow)
  } finally {
    follow.signal.removeEventListener('abort', cancel)
    socket.destroy()
  }
}

async function followed<Result, Event>(socket: Socket, follow: Follow<Event>): Promise<Result> {
  const lines = linesOf(socket, MOST_ANSWER_BYTES)
  for (;;) {
    const line = await lines.next().catch(cause => {
      throw cause instanceof DocvaultError ? cause : new DaemonDied(follow.afterDeath(), cause)
    })
    if (line.done) throw new DaemonDied(follow.afterDeath())
    const answer: Answer = answerSchema.parse(JSON.parse(line.value))
    if (answer.type === 'result') return answer.result
    if (answer.type === 'failed') throw errorOf(answer.error, follow.afterDeath)
    if (answer.type === 'begun') follow.begun(answer.run)
    if (answer.type === 'event') follow.event(answer.event)
    if (answer.type === 'waiting') follow.waiting(answer.runs)
  }
}

async function open(path: string, pid: number): Promise<Socket> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return socket
  } catch (cause) {
    throw new DaemonSilent(pid, cause)
  }
}

/** Its code says to whoever ends with it what a class would. */
function errorOf({ code, message, hint, retry }: WireError, afterDeath: () => string): DocvaultError {
  if (code === 'stopping') return new DaemonDied(afterDeath())
  return new DocvaultError(code, message, { retry, ...(hint === undefined ? {} : { hint }) })
}

/** Killed, or stopped: what it had not ended is not done. */
class DaemonDied extends DocvaultError {
  constructor(hint: string, cause?: unknown) {
    super('daemon-gone', 'the daemon ended before the work did', { hint, cause, retry: 'later' })
  }
}

class DaemonSilent extends DocvaultError {
  constructor(pid: number, cause: unknown) {
    super('vault-locked', `the daemon that holds the vault (process ${pid}) does not answer at its socket`, {
      hint: 'where it was killed, its lease ends within a minute: run the command again then; where it runs on another machine, run the command there',
      cause,
      retry: 'later',
    })
  }
}

class NoSocket extends DocvaultError {
  constructor({ pid, since }: VaultHolder) {
    super('vault-locked', `the daemon that holds the vault since ${since} (process ${pid}) takes no work`, {
      hint: 'its log says why it has no socket; start it again with this version, or stop it and run the command again',
      retry: 'later',
    })
  }
}
