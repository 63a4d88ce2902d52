/** Loaded before a program (`--import`): at its end writes what it took into the file that DOCVAULT_USAGE names. */
import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const file = process.env.DOCVAULT_USAGE
if (isMainThread && file !== undefined)
  process.once('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
    writeFileSync(file, JSON.stringify({ cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, kib: maxRSS }))
  })
