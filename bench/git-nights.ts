/** The nightly states of a set as commits of a Git repository. */
import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export function commitState(git: string, state: string, night: number): void {
  for (const name of readdirSync(git)) if (name !== '.git') rmSync(join(git, name), { recursive: true })
  cpSync(state, git, { recursive: true })
  run('git', ['-C', git, 'add', '-A'])
  const author = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com']
  run('git', ['-C', git, ...author, 'commit', '-q', '--allow-empty', '-m', `night ${night}`])
}

function run(command: string, args: readonly string[]): void {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
}
