/** Programs that others wrote against S3, run on a store for tests; none of them may know anything of ours. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Debian's own, which has Debian's python3-boto3. */
export const PYTHON = '/usr/bin/python3'

const TIMEOUT_MS = 120_000

/** Standard output. What the program says when it fails is in the error. */
export async function runForeign(
  program: string,
  args: string[],
  env: Record<string, string>,
): Promise<string> {
  const options = {
    env: { PATH: process.env.PATH, ...env },
    timeout: TIMEOUT_MS,
    maxBuffer: 16 * 1024 * 1024,
  }
  const { stdout } = await run(program, args, options)
  return stdout
}

export function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some(folder => existsSync(join(folder, program)))
}

export async function hasBoto3(): Promise<boolean> {
  return runForeign(PYTHON, ['-c', 'import boto3'], {}).then(
    () => true,
    () => false,
  )
}
