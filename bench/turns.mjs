/**
 * Preloaded into a daemon by `blocks.ts`: appends the CPU milliseconds of each longer turn of its event loop to a file, which
 * other processes of a busy machine do not make longer.
 */
import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const LEAST_MS = 10
const file = process.env.DOCVAULT_TURNS

if (isMainThread && file !== undefined && process.argv[2] === 'daemon') {
  let before = cpuMs()
  setInterval(() => {
    const now = cpuMs()
    if (now - before > LEAST_MS) appendFileSync(file, `${now - before}\n`)
    before = cpuMs()
  }, 5).unref()
}

/** Of this thread. */
function cpuMs() {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
