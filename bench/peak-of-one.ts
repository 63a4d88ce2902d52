/**
 * One backup in a process of its own, for `memory.ts` and `scale.ts`. Prints pages, state, requests, seconds and the
 * peak resident set as JSON.
 */
import { backUpInto } from './measure.ts'

const [vault = '', url = '', token = ''] = process.argv.slice(2)
const { resources, state, requests, duration_ms } = await backUpInto(vault, { url, token })
const kib = process.resourceUsage().maxRSS
console.log(JSON.stringify({ pages: resources.page, state, requests, seconds: duration_ms / 1000, kib }))
