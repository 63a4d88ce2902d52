/**
 * One backup in a process of its own, for `memory.ts` and `scale.ts`. Prints pages, state, requests, seconds, CPU
 * seconds of the process with those before the backup apart, and the peak resident set as JSON.
 */
import { backUpInto } from './measure.ts'

const [vault = '', url = '', token = '', settings = '{}'] = process.argv.slice(2)
const startUp = cpuSeconds()
const { resources, state, requests, duration_ms } = await backUpInto(
  vault,
  { url, token },
  JSON.parse(settings),
)
const kib = process.resourceUsage().maxRSS
const usage = { seconds: duration_ms / 1000, cpuSeconds: cpuSeconds(), startUp, kib }
console.log(JSON.stringify({ pages: resources.page, state, requests, ...usage }))

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
