import { expect, test } from 'vitest'
import { docvault } from '../../helpers/docvault.ts'
import { openTestPeople } from '../../helpers/people.ts'

test('audit operators shows who did what in a period, beside the server that enters it', async () => {
  const time = { now: Date.parse('2026-11-20T09:00:00Z') }
  const { operators, folder } = openTestPeople({ now: () => time.now })
  const look = { organization: 'o1', item: 'page p1', snapshot: 3 }
  operators.enter({ who: 'Ada\u001b[31m', subject: 'ada', act: 'look', ...look })
  time.now = Date.parse('2026-11-21T09:00:00Z')
  operators.enter({ who: 'token', subject: null, act: 'trigger', item: 'run 1' })
  const env = { DOCVAULT_DAEMON_PATH: folder }
  const all = await docvault(['audit', 'operators'], { env })
  const lines = all.stdout.toString().trim().split('\n')
  expect([all.code, lines]).toEqual([
    0,
    [
      expect.stringMatching(/^2026-11-20 .*Ada.* \(ada\) {2}look {2}page p1 in o1, snapshot 3$/),
      expect.stringMatching(/^2026-11-21 .* token {2}trigger {2}run 1$/),
      '2 entries',
    ],
  ])
  expect(all.stdout.toString()).not.toContain('\u001b')
  const some = await docvault(['audit', 'operators', '--since', '2026-11-21', '--json'], { env })
  expect(some.events).toMatchObject([
    { message_type: 'operator', at: '2026-11-21T09:00:00.000Z', who: 'token', act: 'trigger' },
    { message_type: 'summary', entries: 1 },
  ])
  const none = await docvault(['audit', 'operators'], { env: { DOCVAULT_DAEMON_PATH: `${folder}/none` } })
  expect([none.code, none.stdout.toString()]).toEqual([0, 'nothing was entered\n'])
})
