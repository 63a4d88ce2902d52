import type { Channel } from './channel.ts'
import { postJson } from './post-json.ts'

export const webhook: Channel = {
  name: 'webhook',
  open: ({ 'notify.webhook': url }) => (url === null ? null : message => postJson(url, message)),
}
