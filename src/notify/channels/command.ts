import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Message } from '../condition.ts'
import { type Channel, PATIENCE_MS } from './channel.ts'

export const command: Channel = {
  name: 'command',
  open: ({ 'notify.command': line }) => (line === null ? null : message => run(line, message)),
}

/** The daemon's environment may hold secrets: the program gets only what it needs to run. */
async function run(line: string, message: Message): Promise<void> {
  const { PATH, HOME, LANG } = process.env
  const child = spawn(line, {
    shell: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH, HOME, LANG, DOCVAULT_EVENT: message.event, DOCVAULT_KIND: message.kind },
    timeout: PATIENCE_MS,
  })
  child.stdin?.on('error', () => {})
  child.stdin?.end(`${JSON.stringify(message)}\n`)
  const [code, signal] = await once(child, 'close')
  if (code !== 0) throw new Error(`the command ended with ${signal ?? code}`)
}
