/** What a newcomer runs first, held against the published description of the service that it shows. */
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runProgram } from '../../src/cli/program.ts'
import { watchDifferences } from '../helpers/shapes/watch-differences.ts'
import { temporaryFolder } from '../vault/fixture.ts'

test('the demo asks and is answered as the service is described', async () => {
  const judged = watchDifferences('full', null)
  const code = await runProgram({
    argv: ['demo', '--folder', join(temporaryFolder(), 'demo')],
    env: {},
    stdout: createWriteStream('/dev/null'),
    signal: new AbortController().signal,
    now: Date.now,
    version: '1',
  })
  expect(code).toBe(0)
  expect(judged.exchanges.get('getPageInRevisionById')).toBeGreaterThan(10)
  expect(judged.differences()).toEqual([])
})
