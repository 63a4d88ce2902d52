/** All channels. A message goes out on each that is set. */
import type { Channel } from './channel.ts'
import { command } from './command.ts'
import { mail } from './mail.ts'
import { ntfy } from './ntfy.ts'
import { pagerduty } from './pagerduty.ts'
import { slack } from './slack.ts'
import { teams } from './teams.ts'
import { webhook } from './webhook.ts'

export const channels: readonly Channel[] = [webhook, slack, teams, pagerduty, ntfy, mail, command]
