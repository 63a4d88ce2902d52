/**
 * A process behind the shim, and for each command a child of it: what was loaded and compiled once is so in each, and each
 * does the same, down to what it draws at random. A child is killed by what happens to its disk, or once it has answered.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { runCommand } from './command.ts'
import { type Answer, NOBODY, type Request } from './shimmed.ts'

const SIGKILL = '9'
const { DISK_SHIM_FORK: fork = '', DISK_SHIM_ANSWER: answerFile = '' } = process.env

// What a child leaves in the vault is its own, and it is dead when somebody looks.
Object.defineProperty(process, 'pid', { value: NOBODY })
// So many are drawn at once that no child needs more.
randomUUID()

process.on('message', async (request: Request) => {
  if (request.isWarming) {
    await runCommand(request.argv, request.env)
    process.send?.(null)
    return
  }
  rmSync(answerFile, { force: true })
  if (isChild()) await answer(request)
  else process.send?.(answered())
})

function isChild(): boolean {
  try {
    mkdirSync(fork)
    return true
  } catch {
    return false
  }
}

async function answer({ argv, env, shim }: Request): Promise<void> {
  for (const [name, value] of Object.entries(shim)) process.env[name] = value
  const ended = await runCommand(argv, env)
  const answer: Answer = { ...ended, hasFired: process.env.DISK_SHIM_FIRED !== undefined }
  writeFileSync(answerFile, JSON.stringify(answer))
  rmdirSync(fork)
}

/** Null: the child was killed before it could say anything. */
function answered(): Answer | null {
  if (existsSync(answerFile)) return JSON.parse(readFileSync(answerFile, 'utf8'))
  const signal = process.env.DISK_SHIM_ENDED
  if (signal === SIGKILL) return null
  const message = `the process ended with ${signal} in the middle of it`
  return { code: 1, error: 'internal', message, hasFired: true }
}
