import { expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { startTestDaemon } from '../helpers/daemon.ts'

/** Ends never in this text, but for the time of the search. */
const ENDLESS = encodeURIComponent('(a|aa)+(?<=b)\\1$')

test('a search that nobody waits for any more ends, and its turn goes to the next', async () => {
  const company = await makeCompany()
  await company.edit({ 'README.md': `# Welcome\n\n${'a'.repeat(60)}!\n` })
  const daemon = await startTestDaemon(company, { env: { DOCVAULT_SEARCH_MAX_DURATION: '1h' } })
  await daemon.run('backup')
  const leaving = new AbortController()
  const asked = Array.from({ length: 23 }, () =>
    daemon.ask(`/api/search?q=${ENDLESS}&regex=true`, { signal: leaving.signal }),
  )
  // Two turns, twenty that wait, and one that is refused: then all of them are there.
  const refused = asked.map(async answer => expect((await answer).status).toBe(503))
  await Promise.any(refused)
  leaving.abort()
  await Promise.allSettled(refused)
  expect((await daemon.ask('/api/search?q=Welcome&kind=page')).status).toBe(200)
})
