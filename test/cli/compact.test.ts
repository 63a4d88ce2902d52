/** `compact`, as somebody types it. */
import { expect, test } from 'vitest'
import { runLine } from '../helpers/program.ts'
import { makeDatedVault, nights } from '../retention/dated-vault.ts'

async function vaultWithNights() {
  const path = await makeDatedVault(nights(5, '2026-06-19'))
  const env = {
    DOCVAULT_PLATFORM_URL: 'http://127.0.0.1:9/v1',
    DOCVAULT_PLATFORM_TOKEN: 'none',
    DOCVAULT_VAULT_PATH: path,
  }
  return (...argv: string[]) => runLine(argv, { env })
}

test('says what it has stored anew, and the second time that there is nothing', async () => {
  const run = await vaultWithNights()
  const first = await run('compact')
  expect(first.text).toMatch(/^stored anew: \d+ of \d+ contents\nthe catalog: .* before, .* now\n$/)
  expect((await run('compact', '--level', '19')).text).toBe('there was nothing to compact\n')
  expect((await run('check', '--read-data')).text).toMatch(/no damage|everything/)
})

test('as JSON lines the numbers are bytes', async () => {
  const run = await vaultWithNights()
  const lines = (await run('compact', '--json')).text.trim().split('\n')
  const summary: unknown = JSON.parse(lines.at(-1) ?? '')
  expect(summary).toMatchObject({ message_type: 'summary', finished: true, unreturned_bytes: 0 })
})

test.each([
  [['--level', '99'], /--level "99"/],
  [['--level', 'best'], /--level "best"/],
  [['--max-duration', 'soon'], /--max-duration "soon"/],
])('%s is refused by name', async (options, message) => {
  const run = await vaultWithNights()
  await expect(run('compact', ...options)).rejects.toThrow(message)
})
