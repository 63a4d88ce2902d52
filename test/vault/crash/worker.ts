/** A process behind the shim: does one command after another, each with what is to happen to its disk. */
import { readdirSync, readlinkSync } from 'node:fs'
import { runCommand } from './command.ts'
import type { Answer, Task } from './shimmed.ts'

process.on('message', async (task: Task) => {
  for (const [name, value] of Object.entries(task.shim)) process.env[name] = value
  delete process.env.DISK_SHIM_FIRED
  const ended = await runCommand(task.argv, task.env)
  const hasFired = process.env.DISK_SHIM_FIRED !== undefined
  for (const name of Object.keys(task.shim)) delete process.env[name]
  const answer: Answer = { ...ended, hasFired, left: openBelow(task.shim.DISK_SHIM_FOLDER ?? '') }
  process.send?.(answer)
})

/** What the command has not closed. */
function openBelow(folder: string): string[] {
  return readdirSync('/proc/self/fd').flatMap(file => {
    try {
      const path = readlinkSync(`/proc/self/fd/${file}`)
      return path.startsWith(`${folder}/`) ? [path] : []
    } catch {
      return []
    }
  })
}
