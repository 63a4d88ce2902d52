/** `kill -9` of restores at random moments of their application; `--resume` goes on, and nothing is made twice. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { handbookFiles, writeFiles } from '../helpers/company.ts'
import { docvault } from '../helpers/docvault.ts'
import { startEmulatorProcess } from '../helpers/emulator-process.ts'
import { killedRestore, wholeRestore } from '../helpers/kill-restore.ts'

const kills = Number(process.env.KILLS ?? 25)
const work = mkdtempSync(join(tmpdir(), 'docvault-restore-kill-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

test.each(['document', 'full', 'current'] as const)(
  `${kills} kills: each resumed restore ends as an uninterrupted one, profile %s`,
  async profile => {
    const handbook = join(work, 'handbook')
    writeFiles(handbook, handbookFiles)
    const emulator = await startEmulatorProcess([
      ...['--profile', profile, '--members', '8', '--teams', '2', '--latency', '3'],
      ...['--comments', '6', '--change-requests', '6', '--sites', '1'],
      ...['--load', `Handbook=${handbook}`, '--load', `Second=${handbook}`],
    ])
    try {
      const env = { ...emulator.env, DOCVAULT_VAULT_PATH: join(work, `vault-${profile}`) }
      const organization = emulator.organization
      expect((await docvault(['backup', '--org', organization], { env })).code).toBe(0)
      const whole = await wholeRestore(emulator, env, profile)
      for (let kill = 1; kill <= kills; kill++) {
        const one = await killedRestore(emulator, env, profile, whole.steps)
        console.log(
          `${profile}: kill ${kill} ${one.afterMs} ms after step ${one.stepsBefore} of ${whole.steps}`,
        )
        expect(one.differences).toEqual([])
        expect(one.code).toBe(0)
        expect(one.state, one.left.join('\n')).toEqual(whole.state)
      }
    } finally {
      await emulator.stop()
    }
  },
)
