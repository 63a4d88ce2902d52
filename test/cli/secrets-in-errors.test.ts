import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { environmentName, type Setting, settings } from '../../config/settings.ts'
import { docvault } from '../helpers/docvault.ts'

test('no error of a command repeats a secret that is configured, whichever it is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docvault-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const keys = Object.entries<Setting>(settings).flatMap(([key, { secret }]) => (secret ? [key] : []))
  expect(keys).toEqual(
    expect.arrayContaining(['server.token', 'server.restoreToken', 'redis.url', 'notify.smtp']),
  )
  const secretOf = (key: string) => `hidden-${key.replaceAll('.', '-')}-7f3a91`
  // An address with its password, as Redis and mail servers are named.
  const settingOf = (key: string) =>
    /url|smtp|webhook|slack|heartbeat|Remote/.test(key)
      ? `redis://user:${secretOf(key)}@127.0.0.1:1/0`
      : secretOf(key)
  const env = {
    ...Object.fromEntries(keys.map(key => [environmentName(key), settingOf(key)])),
    // A command that fails names the vault: so every secret is in its error.
    DOCVAULT_VAULT_PATH: join(folder, ...keys.map(secretOf)),
  }
  const { code, stdout, stderr } = await docvault(['ls', 'latest', '--json'], { env, cwd: folder })
  expect(code).toBe(10)
  for (const text of [stdout.toString(), stderr]) {
    expect(text).toContain(folder)
    expect(keys.filter(key => text.includes(secretOf(key)))).toEqual([])
  }
})
