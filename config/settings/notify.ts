/** Who is told, and how. */
import { hour, minute, type Setting, second } from '../setting.ts'

export const notifySettings = {
  'notify.webhook': {
    type: 'text',
    default: null,
    secret: true,
    global: true,
    doc: 'Address that gets every message as JSON.',
  },
  'notify.webhookFile': { type: 'text', default: null, global: true, doc: 'File that holds notify.webhook.' },
  'notify.slack': {
    type: 'text',
    default: null,
    secret: true,
    global: true,
    doc: 'Incoming webhook of Slack, or of what takes the same: `{"text": …}`.',
  },
  'notify.slackFile': { type: 'text', default: null, global: true, doc: 'File that holds notify.slack.' },
  'notify.smtp': {
    type: 'text',
    default: null,
    secret: true,
    global: true,
    doc: 'Mail server, e.g. smtps://user:password@mail.example.com.',
  },
  'notify.smtpFile': { type: 'text', default: null, global: true, doc: 'File that holds notify.smtp.' },
  'notify.mailFrom': {
    type: 'text',
    default: 'docvault@localhost',
    global: true,
    doc: 'Sender of mails.',
  },
  'notify.mailTo': { type: 'list', default: [], global: true, doc: 'Receivers of mails.' },
  'notify.command': {
    type: 'text',
    default: null,
    global: true,
    doc: 'Program that is run for each message, with the message as JSON on its standard input.',
  },
  'notify.repeatAfter': {
    type: 'duration',
    default: 24 * hour,
    range: [minute, 365 * 24 * hour],
    global: true,
    doc: 'What goes on being wrong is told again after this time, with how often it happened.',
  },
  'notify.heartbeat': {
    type: 'text',
    default: null,
    secret: true,
    global: true,
    doc: 'Address that is asked every few minutes while every organization has a fresh complete snapshot.',
  },
  'notify.heartbeatFile': {
    type: 'text',
    default: null,
    global: true,
    doc: 'File that holds notify.heartbeat.',
  },
  'notify.heartbeatEvery': {
    type: 'duration',
    default: 5 * minute,
    range: [second, 24 * hour],
    global: true,
    doc: 'How often the heartbeat is sent.',
  },
} as const satisfies Record<string, Setting>
