/**
 * Searches a vault for a page of matches of each text that it is sent, for `find.ts`: in a process that does nothing else, as
 * the readers of a daemon do. Answers how long each took, in milliseconds.
 */
import { PackMemory } from '../src/search/index/kept-packs.ts'
import { search } from '../src/search/query/search.ts'
import { openVault } from '../src/vault/vault.ts'

const PAGE = { from: 0, most: 50 }
const [path = ''] = process.argv.slice(2)
const vault = openVault(path)
const packs = new PackMemory()

process.on('message', async (text: string) => {
  const start = performance.now()
  await search(
    vault,
    { context: 60, maxDurationMs: 600_000, maxMatches: 10_000, texts: [text], part: PAGE },
    undefined,
    packs,
  )
  process.send?.(performance.now() - start)
})
