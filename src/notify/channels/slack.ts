import { slackTextOf } from '../words.ts'
import type { Channel } from './channel.ts'
import { postJson } from './post-json.ts'

export const slack: Channel = {
  name: 'slack',
  open: ({ 'notify.slack': url }) =>
    url === null ? null : message => postJson(url, { text: slackTextOf(message) }),
}
