import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import { daemonClient } from '../../src/cli/daemon-client.ts'

const PATIENCE_MS = 200

/** Listens, and answers nothing. Resolves to its port. */
async function startSilent(): Promise<number> {
  const server = createServer(() => {})
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

function clientAt(port: number) {
  return daemonClient(loadConfig({ env: { DOCVAULT_SERVER_PORT: String(port) } }), null, PATIENCE_MS)
}

test('a daemon that is busy is not called away: what was asked for may have been taken', async () => {
  const asked = clientAt(await startSilent()).send('POST', '/api/jobs/backup', {})
  await expect(asked).rejects.toMatchObject({
    message: 'the daemon has not answered for 0.2 seconds',
    hint: expect.stringContaining('may have taken the request'),
  })
})

test('where nothing listens, no daemon answers', async () => {
  await expect(clientAt(1).get('/api/status')).rejects.toMatchObject({ message: 'no daemon answers' })
})
