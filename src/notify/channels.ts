/** Where messages go. Each throws when it could not deliver; what they throw is to be redacted before it is logged. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createTransport } from 'nodemailer'
import type { Message } from './condition.ts'
import { slackTextOf, subjectOf, textOf } from './words.ts'

export interface ChannelSettings {
  webhook: string | null
  slack: string | null
  smtp: string | null
  mailFrom: string
  mailTo: readonly string[]
  command: string | null
}

export interface Channel {
  name: string
  send(message: Message): Promise<void>
}

const PATIENCE_MS = 15_000

export function channelsOf(settings: ChannelSettings): Channel[] {
  const { webhook, slack, smtp, mailTo, command } = settings
  return [
    ...(webhook === null ? [] : [{ name: 'webhook', send: (one: Message) => post(webhook, one) }]),
    ...(slack === null
      ? []
      : [
          {
            name: 'slack',
            send: (one: Message) => post(slack, { text: slackTextOf(one) }),
          },
        ]),
    ...(smtp === null || mailTo.length === 0
      ? []
      : [{ name: 'mail', send: (one: Message) => mail(smtp, settings, one) }]),
    ...(command === null ? [] : [{ name: 'command', send: (one: Message) => run(command, one) }]),
  ]
}

async function post(url: string, body: object): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`the webhook answered ${answer.status}`)
}

async function mail(smtp: string, { mailFrom, mailTo }: ChannelSettings, message: Message): Promise<void> {
  const transport = createTransport({
    url: smtp,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  })
  try {
    await transport.sendMail({
      from: mailFrom,
      to: [...mailTo],
      subject: subjectOf(message),
      text: textOf(message),
    })
  } finally {
    transport.close()
  }
}

/** The daemon's environment may hold secrets: the program gets only what it needs to run. */
async function run(command: string, message: Message): Promise<void> {
  const { PATH, HOME, LANG } = process.env
  const child = spawn(command, {
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
