/** Loaded before a program (`--import`): at its end writes what it took into the folder that DOCVAULT_USAGE names. */
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isMainThread } from 'node:worker_threads'

const folder = process.env.DOCVAULT_USAGE
if (isMainThread && folder !== undefined)
  process.once('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
    const program = basename(process.argv[1] ?? '').replace(/\.[jt]s$/, '')
    const usage = { program, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, kib: maxRSS }
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(usage))
  })
