import type { Message } from '../condition.ts'
import { subjectOf, textOf } from '../words.ts'
import type { Channel } from './channel.ts'
import { postJson } from './post-json.ts'

/** A topic of ntfy, there or on a server of one's own: `https://ntfy.sh/TOPIC`. As JSON, for its headers take no other letters. */
export const ntfy: Channel = {
  name: 'ntfy',
  open({ 'notify.ntfy': address, 'notify.ntfyToken': token }) {
    if (address === null) return null
    const { server, topic } = parseTopic(address)
    const headers = token === null ? {} : { authorization: `Bearer ${token}` }
    return message =>
      postJson(
        server,
        {
          topic,
          title: subjectOf(message),
          message: textOf({ ...message, link: null }).slice(0, LONGEST),
          priority: priorityOf(message),
          ...(message.link === null ? {} : { click: message.link }),
        },
        headers,
      )
  },
}

/** What is longer becomes a file. Characters. */
const LONGEST = 2000

function parseTopic(address: string): { server: string; topic: string } {
  const url = new URL(address)
  const [topic = '', ...above] = url.pathname.split('/').filter(Boolean).reverse()
  url.pathname = `/${above.reverse().join('/')}`
  return { server: url.href, topic: decodeURIComponent(topic) }
}

/** 3 is usual, 5 the loudest. */
function priorityOf({ event, kind, severity }: Message): number {
  if (event === 'end') return 2
  if (kind === 'anomaly' || kind === 'damage' || severity === 'critical') return 5
  if (kind === 'month') return 2
  return kind === 'changes' && severity !== 'high' ? 3 : 4
}
