import { expect, onTestFinished, test } from 'vitest'
import { startEmulator } from '../../src/emulator/emulator.ts'
import { openPlatform } from '../../src/platform/client.ts'

test('a client that may write one thing sends nothing else, whoever asks it and however long it lives', async () => {
  const emulator = await startEmulator()
  onTestFinished(() => emulator.close())
  const platform = openPlatform(
    {
      ...{ url: emulator.url, token: emulator.token, concurrency: 1, attempts: 1, timeoutMs: 5000 },
      ...{ maxBodyBytes: 1e6, maxFileBytes: 1e6, maxRateLimitWaitMs: 0 },
      ...{ allowPrivateAddresses: true, userAgent: 'test' },
    },
    { get: () => null, set: () => {} },
  )
  onTestFinished(() => platform.close())
  const guarded = platform.writingOnly(['createTeam'])
  onTestFinished(() => guarded.close())
  emulator.resetRequests()
  const { organization } = emulator
  for (const client of [guarded, guarded.until(new AbortController().signal)]) {
    await expect(client.spaces.create(organization, { title: 'No' })).rejects.toThrow(
      'createSpace was not sent',
    )
    await expect(client.integrations.unpublish('chat')).rejects.toThrow('unpublishIntegration was not sent')
  }
  expect(emulator.requests().total).toBe(0)
  await guarded.organizations.get(organization)
  expect(emulator.requests().total).toBe(1)
})
