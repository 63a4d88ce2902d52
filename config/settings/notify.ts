/** Who is told, and how. */
import { hour, minute, type Setting, second } from '../setting.ts'

const CHANNELS = ['webhook', 'slack', 'teams', 'pagerduty', 'ntfy', 'mail', 'command']
const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info']

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
  'notify.teams': {
    type: 'text',
    default: null,
    secret: true,
    global: true,
    doc: 'Workflow of Microsoft Teams that posts what it gets from a webhook.',
  },
  'notify.teamsFile': { type: 'text', default: null, global: true, doc: 'File that holds notify.teams.' },
  'notify.pagerduty': {
    type: 'text',
    default: null,
    secret: true,
    global: true,
    doc: 'Integration key of a service of PagerDuty (Events API v2).',
  },
  'notify.pagerdutyFile': {
    type: 'text',
    default: null,
    global: true,
    doc: 'File that holds notify.pagerduty.',
  },
  'notify.pagerdutyUrl': {
    type: 'text',
    default: 'https://events.pagerduty.com/v2/enqueue',
    global: true,
    doc: 'Where PagerDuty takes events; in the European region https://events.eu.pagerduty.com/v2/enqueue.',
  },
  'notify.ntfy': {
    type: 'text',
    default: null,
    secret: true,
    global: true,
    doc: 'Topic of ntfy, e.g. https://ntfy.sh/a-name-that-nobody-guesses.',
  },
  'notify.ntfyFile': { type: 'text', default: null, global: true, doc: 'File that holds notify.ntfy.' },
  'notify.ntfyToken': {
    type: 'text',
    default: null,
    secret: true,
    global: true,
    doc: 'Access token for notify.ntfy, where its server wants one.',
  },
  'notify.ntfyTokenFile': {
    type: 'text',
    default: null,
    global: true,
    doc: 'File that holds notify.ntfyToken.',
  },
  'notify.changes': {
    type: 'list',
    default: [],
    global: true,
    doc: 'Rules of the audit report, e.g. administrator-gained or space.removed: after each night one message tells the changes that they find. An unknown name is an error.',
  },
  'notify.changesFrom': {
    type: 'list',
    default: [],
    oneOf: CHANNELS.flatMap(channel => SEVERITIES.map(severity => `${channel}=${severity}`)),
    global: true,
    doc: 'Of these changes a channel gets those of a severity or worse, e.g. pagerduty=critical; without an entry all of them.',
  },
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
