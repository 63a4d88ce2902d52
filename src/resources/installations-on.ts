/** What an integration is installed on, one by one: sites and spaces have the same shape. */
import { embeddedId } from '../model/embedded-id.ts'
import type { Kept, Kind, KindOf } from '../model/resource.ts'
import type { Platform } from '../platform/client.ts'
import type { Installed } from '../platform/operations/integration-shapes.ts'
import type { Causes } from './causing-actions.ts'
import { INTEGRATIONS } from './controls.ts'
import type { Published } from './field-path.ts'
import { type Item, listed } from './resource.ts'

/** Neither embeds the other, and each names itself. No description has the last three. */
export type KeptInstallation<T> = Kept<
  T,
  | Published<'IntegrationSiteInstallation' | 'IntegrationSpaceInstallation'>
  | 'createdAt'
  | 'target.organization'
  | 'updatedAt'
>

interface Shared<K extends Kind, T> {
  kind: K
  /** What it is installed on: the kind, and the field that names it. */
  on: 'site' | 'space'
  where(item: T): string | { readonly id: string }
  causes: Causes
  needs: string
  list(platform: Platform, integration: string, installation: string): AsyncIterable<T>
  find(platform: Platform, integration: string, installation: string, id: string): Promise<T | null>
}

export function installationsOn<K extends KindOf<KeptInstallation<T>>, T extends Item>(shared: Shared<K, T>) {
  const { kind, on, causes, needs, list, find } = shared
  const where = (item: T) => embeddedId(shared.where(item))
  return listed<K, Installed, KeptInstallation<T>>({
    kind,
    parent: 'installation',
    doc: `A single ${on} on which an integration is installed. Its configuration is kept and never shown.`,
    api: '4.18',
    needs,
    list: (platform, { parent: { installation, integration } }) =>
      list(platform, integration.name, installation.id),
    absence: {
      isGone: async (platform, { id }, { parent: { installation, integration } }) =>
        (await find(platform, integration.name, installation.id, id)) === null,
    },
    id: where,
    label: where,
    // The whole of it is a resource of its own.
    stored: item => ({ ...item, [on]: where(item) }),
    volatile: ['**.urls', '**.permissions', 'updatedAt'],
    unordered: ['externalIds'],
    references: { [on]: on },
    secret: ['configuration'],
    audit: {
      added: 'medium',
      removed: 'low',
      fields: { status: 'medium', configuration: 'medium' },
      others: 'info',
      controls: INTEGRATIONS,
    },
    words: { added: 'connected', removed: 'disconnected' },
    causes,
    restore: {
      fidelity: 'part',
      note: 'only when its kind is asked for: installed and configured again; secrets may be missing',
    },
  })
}
