/** A shell that is typed into, one command after the other, and says what each printed on both of its outputs. */
import { type ChildProcess, spawn } from 'node:child_process'

export interface Shell {
  /** What it printed, line by line, and its exit code. */
  type(command: string): Promise<{ lines: string[]; code: number }>
  /** For a command that goes on: answers when it has printed so many lines. */
  begin(command: string, lines: number): Promise<string[]>
  close(): Promise<void>
}

const MARK = '== docvault session: ended '
const ENDED = new RegExp(`${MARK}\\d+\\n$`)
const LONGEST_MS = 5 * 60_000

export function openShell(folder: string, env: NodeJS.ProcessEnv): Shell {
  const child = spawn('bash', ['--noprofile', '--norc'], { cwd: folder, env, detached: true })
  child.stdin.write('exec 2>&1\n')
  return {
    async type(command) {
      // A line feed of its own, as what was printed may end without one.
      child.stdin.write(`${command}\nprintf '\\n${MARK}%d\\n' $?\n`)
      const text = await readUntil(child, all => ENDED.test(all))
      const at = text.lastIndexOf(MARK)
      return { lines: linesOf(text.slice(0, at - 1)), code: Number(text.slice(at + MARK.length)) }
    },
    async begin(command, lines) {
      child.stdin.write(`${command}\n`)
      return linesOf(await readUntil(child, all => linesOf(all).length >= lines))
    },
    async close() {
      if (child.pid === undefined || child.exitCode !== null) return
      const closed = new Promise(resolve => child.once('close', resolve))
      // With the shell ends what it started.
      process.kill(-child.pid, 'SIGTERM')
      child.stdin.end()
      await closed
    },
  }
}

async function readUntil(child: ChildProcess, isDone: (text: string) => boolean): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let text = ''
  const read = (chunk: Buffer) => {
    text += chunk.toString()
    if (isDone(text)) resolve(text)
  }
  const tooLong = setTimeout(() => reject(new Error(`no end of it after minutes: ${text}`)), LONGEST_MS)
  child.stdout?.on('data', read)
  const ended = () => reject(new Error(`the shell ended: ${text}`))
  child.once('close', ended)
  return promise.finally(() => {
    clearTimeout(tooLong)
    child.stdout?.off('data', read)
    child.off('close', ended)
  })
}

/** What npm says about its own surroundings is about the machine, not about the command. */
function linesOf(text: string): string[] {
  const lines = text.split('\n').filter(line => !line.startsWith('npm warn'))
  while (lines.at(-1) === '') lines.pop()
  return lines
}
