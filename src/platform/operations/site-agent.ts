/** *Extension.* What the agent of a site is told, where it answers, and what it reads beside the pages. */
import { z } from 'zod'
import type { Caller } from '../caller.ts'
import { idSchema, linksSchema } from './shapes.ts'

const settingsSchema = z.looseObject({
  scans: z.looseObject({}),
  findings: z.looseObject({}),
  editing: z.looseObject({}),
  urls: linksSchema,
})
export type SiteAgentSettings = z.infer<typeof settingsSchema>

const channelSchema = z.looseObject({ id: idSchema, type: z.string(), urls: linksSchema })
export type SiteChannel = z.infer<typeof channelSchema>

/** Its setup holds credentials. */
const connectionSchema = z.looseObject({
  id: idSchema,
  connector: z.string(),
  label: z.string().nullish(),
  urls: linksSchema,
})
export type ContextConnection = z.infer<typeof connectionSchema>

export const siteAgentOperations = (caller: Caller) => ({
  /** *Extension.* */
  settings: (organization: string, site: string) =>
    caller.get(['getSiteAgentSettingsById', pathOf(organization, site, 'agent-settings')], settingsSchema),
  /** *Extension.* All of them. */
  updateSettings: (organization: string, site: string, settings: object) =>
    caller.send(
      ['updateSiteAgentSettingsById', 'PUT', pathOf(organization, site, 'agent-settings'), settings],
      settingsSchema,
    ),
  /** *Extension.* */
  listChannels: (organization: string, site: string) =>
    caller.list(['listSiteChannels', pathOf(organization, site, 'channels')], channelSchema, item => item.id),
  /** *Extension.* Null where the platform answers 404. */
  findChannel: (organization: string, site: string, channel: string) =>
    caller.find(['getSiteChannelById', pathOf(organization, site, 'channels', channel)], channelSchema),
  /** *Extension.* */
  listConnections: (organization: string, site: string) =>
    caller.list(
      ['listSiteContextConnections', pathOf(organization, site, 'context-connections')],
      connectionSchema,
      item => item.id,
    ),
  /** *Extension.* Null where the platform answers 404. */
  findConnection: (organization: string, site: string, connection: string) =>
    caller.find(
      ['getSiteContextConnectionById', pathOf(organization, site, 'context-connections', connection)],
      connectionSchema,
    ),
})

function pathOf(organization: string, site: string, ...rest: readonly string[]): string[] {
  return ['orgs', organization, 'sites', site, ...rest]
}
