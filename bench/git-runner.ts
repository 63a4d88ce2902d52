/**
 * Runs Git for `web.ts`, which forks this: a process with all the memory of a web server that starts one touches that memory
 * anew afterwards, and would be measured to be slow by what it is compared with. Gets arguments, answers milliseconds.
 */
import { spawnSync } from 'node:child_process'

process.on('message', (args: string[]) => {
  const start = performance.now()
  const { status, error } = spawnSync('git', ['--no-pager', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 30,
  })
  if (error || status !== 0) throw error ?? new Error(`git ${args.join(' ')} ended with ${status}`)
  process.send?.(performance.now() - start)
})
