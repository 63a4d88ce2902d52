/** One backup in a process of its own, for `memory.ts`. Prints pages and the peak resident set as JSON. */
import { backUpInto } from './measure.ts'

const [vault = '', url = '', token = ''] = process.argv.slice(2)
const { resources } = await backUpInto(vault, { url, token })
console.log(JSON.stringify({ pages: resources.page, kib: process.resourceUsage().maxRSS }))
