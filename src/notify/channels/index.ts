/** All channels. A message goes out on each that is set. */
import type { Channel } from './channel.ts'
import { command } from './command.ts'
import { mail } from './mail.ts'
import { slack } from './slack.ts'
import { webhook } from './webhook.ts'

export const channels: readonly Channel[] = [webhook, slack, mail, command]
