/** A daemon may take the vault just when a command wants it: what has not begun here is handed to it. */
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import type { Job } from '../../jobs/job.ts'
import { perform } from '../../src/cli/perform.ts'
import { listenForWork } from '../../src/delegation/listen.ts'
import { VaultLocked } from '../../src/model/errors.ts'
import { DAEMON_COMMAND } from '../../src/model/vault-holder.ts'
import { openVaultForWriting } from '../../src/vault/vault.ts'
import { temporaryFolder } from '../vault/fixture.ts'

/** A command whose job finds that a daemon has taken the vault; `before` is what it does until then. */
async function runWith(before: (report: (event: string) => void) => void): Promise<unknown> {
  const path = join(temporaryFolder(), 'vault')
  await (await openVaultForWriting(path)).close()
  const job: Job<object, string, string> = {
    name: 'backup',
    doc: '',
    async run(context) {
      const vault = await openVaultForWriting(path, { command: DAEMON_COMMAND })
      const delegate = await listenForWork({
        vaultPath: path,
        holder: vault.lease,
        version: '1',
        redact: text => text,
        work: async () => 'done by the daemon',
      })
      onTestFinished(async () => {
        await delegate.close()
        await vault.close()
      })
      before(event => context.report?.(event))
      throw new VaultLocked(path, 'process 1')
    },
  }
  const context = {
    signal: new AbortController().signal,
    version: '1',
    config: () => loadConfig({ env: { DOCVAULT_VAULT_PATH: path } }),
    given: () => ({}),
  }
  return perform(context, job, {}, () => {})
}

test('it is handed to a daemon that took the vault after it was looked for', async () => {
  expect(await runWith(() => {})).toBe('done by the daemon')
})

test('what has begun here is not begun again there', async () => {
  await expect(runWith(report => report('begin'))).rejects.toMatchObject({ code: 'vault-locked' })
})
