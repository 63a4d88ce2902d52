/**
 * A bundle as the one commit of a bare Git repository, on the branch that its HEAD names. Nothing is in the repository but
 * what was put; a file that services do not take through Git, or too much of it, is refused before there is a commit.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { DocvaultError } from '../model/errors.ts'
import { endOfGit, GitFailed, NOBODY, runGit, startGit } from '../model/git-program.ts'
import { chunksOf, type OpenTarget } from './target.ts'

export const GIT_BRANCH = 'refs/heads/main'
/** Of one file: services refuse more (platform layout of Git Sync). */
export const MOST_GIT_FILE_BYTES = 100_000_000
export const MOST_GIT_BYTES = 2 * 1024 ** 3

export interface GitRepository {
  /** A folder that is absent or empty. */
  repository: string
  message: string
  date: Date
}

export class GitBundleTooLarge extends DocvaultError {
  constructor(what: string, most: number) {
    super('bundle-too-large', `${what} is larger than ${most} bytes, and Git Sync takes no more`, {
      hint: 'take it out of the space, or restore the space by hand from `docvault export`',
    })
  }
}

export async function openGitTarget({ repository, message, date }: GitRepository): Promise<OpenTarget> {
  await runGit({ args: ['init', '--quiet', '--bare', '--template=', repository], cwd: '/', env: NOBODY })
  await runGit({ args: ['symbolic-ref', 'HEAD', GIT_BRANCH], cwd: repository, env: NOBODY })
  const call = { args: ['fast-import', '--quiet', '--done'], cwd: repository, env: NOBODY }
  const child = startGit(call)
  const ended = endOfGit(child, call)
  // Told to whoever writes next.
  ended.catch(() => {})
  child.stdin.on('error', () => {})
  const paths = new Map<string, number>()
  let total = 0
  const write = async (bytes: Buffer | string): Promise<void> => {
    if (child.exitCode !== null || child.stdin.destroyed) await gone(ended, call)
    if (!child.stdin.write(bytes)) await Promise.race([once(child.stdin, 'drain'), gone(ended, call)])
  }
  return {
    isTaken: () => false,
    async put(path, content) {
      const bytes = await bytesOf(path, content)
      total += bytes.length
      if (total > MOST_GIT_BYTES) throw new GitBundleTooLarge('the space', MOST_GIT_BYTES)
      paths.set(path, paths.size + 1)
      await write(`blob\nmark :${paths.size}\ndata ${bytes.length}\n`)
      await write(bytes)
      await write('\n')
      return { digest: createHash('sha256').update(bytes).digest('hex'), sizeBytes: bytes.length }
    },
    async finish() {
      const seconds = Math.floor(date.getTime() / 1000)
      await write(`commit ${GIT_BRANCH}\ncommitter docvault <docvault@localhost> ${seconds} +0000\n`)
      await write(`data ${Buffer.byteLength(message)}\n${message}\n`)
      for (const [path, mark] of paths) await write(`M 100644 :${mark} ${quoted(path)}\n`)
      await write('\ndone\n')
      child.stdin.end()
      await ended
    },
    async abandon() {
      child.kill('SIGKILL')
      await ended.catch(() => {})
    },
  }
}

/** It ended while something was still to be written. */
async function gone(ended: Promise<void>, call: { args: string[] }): Promise<never> {
  await ended
  throw new GitFailed(call, 'ended early')
}

async function bytesOf(path: string, content: Buffer | Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of chunksOf(content)) {
    size += chunk.length
    if (size > MOST_GIT_FILE_BYTES) throw new GitBundleTooLarge(path, MOST_GIT_FILE_BYTES)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function quoted(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`
}
