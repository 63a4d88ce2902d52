/** A service with a site in it: sections, one of them with a second space. */
import { type Service, startService } from './service.ts'

export interface SiteService extends Service {
  site: string
}

export async function startSite(): Promise<SiteService> {
  const service = await startService()
  const site = await service.platform.sites.create(service.organization, { title: 'Manual' })
  return { ...service, site: site.id }
}
