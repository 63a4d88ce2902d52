/** A vault that an older version left, and nobody has a platform for. */
import { expect, test } from 'vitest'
import { VaultMissing } from '../../src/model/errors.ts'
import { runLine } from '../helpers/program.ts'
import { temporaryFolder } from '../vault/fixture.ts'
import { unpackGolden } from '../vault/golden/unpack.ts'

test('can be read after `docvault upgrade`, which asks no platform and does nothing a second time', async () => {
  const env = { DOCVAULT_VAULT_PATH: unpackGolden(6) }
  await expect(runLine(['snapshots'], { env })).rejects.toMatchObject({
    hint: expect.stringContaining('docvault upgrade'),
  })
  const upgraded = await runLine(['upgrade'], { env })
  expect([upgraded.code, upgraded.text]).toEqual([
    0,
    expect.stringMatching(/from format 6 to \d+; .*kept in/),
  ])
  expect((await runLine(['snapshots'], { env })).code).toBe(0)
  const again = await runLine(['upgrade'], { env })
  expect([again.code, again.text]).toEqual([0, expect.stringContaining('there is nothing to upgrade')])
})

test('makes no vault where there is none', async () => {
  const env = { DOCVAULT_VAULT_PATH: temporaryFolder() }
  await expect(runLine(['upgrade'], { env })).rejects.toThrow(VaultMissing)
})
