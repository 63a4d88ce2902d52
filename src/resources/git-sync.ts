/**
 * How a space or a site is kept in step with a repository: which one, into which folder, and who wins. What a space says
 * of it itself is only that it is so; without an installation of its own it was set up in a way that newer services
 * know nothing more of.
 */
import type { Kept, Kind, KindOf } from '../model/resource.ts'
import type { GitSyncInstallation } from '../platform/operations/git-sync.ts'
import { INTEGRATIONS } from './controls.ts'
import type { Published } from './field-path.ts'
import { type Item, listed } from './resource.ts'

export type KeptGitSync = Kept<GitSyncInstallation, Published<'GitSyncInstallation'>>

interface Synced<K extends Kind> {
  kind: K
  parent: Kind
  doc: string
}

export function gitSyncOf<K extends KindOf<KeptGitSync>, Parent extends Item>({
  kind,
  parent,
  doc,
}: Synced<K>) {
  return listed<K, Parent, KeptGitSync>({
    kind,
    parent,
    doc,
    api: '4.4',
    needs: 'getGitSyncInstallationById',
    async *list(platform, context) {
      const installation = installationOf(context.parent)
      if (installation !== null) yield await platform.gitSync.installation(installation)
    },
    isEmpty: above => installationOf(above) === null,
    absence: { isGone: async (_platform, { id }, context) => installationOf(context.parent) !== id },
    token: above => ({ value: installationOf(above) ?? '', trust: 'hint' }),
    id: item => item.id,
    label: item => item.repositoryConnection?.repositoryName ?? item.provider,
    volatile: [
      '**.urls',
      '**.updatedAt',
      'repositoryRef.latestObservedCommitId',
      'repositoryRef.latestImportedCommitId',
    ],
    references: {},
    secret: ['providerConfiguration'],
    audit: {
      added: 'high',
      removed: 'medium',
      fields: {
        provider: 'high',
        providerConfiguration: 'high',
        status: 'medium',
        priority: 'medium',
        projectDirectory: 'medium',
      },
      others: 'info',
      controls: INTEGRATIONS,
    },
    restore: {
      fidelity: 'no',
      note: 'whoever owns the repository has to agree: connected again by hand, with these settings',
    },
  })
}

function installationOf({ gitSync }: Item): string | null {
  if (typeof gitSync !== 'object' || gitSync === null || !('installationId' in gitSync)) return null
  const isLegacy = 'installationProvider' in gitSync && gitSync.installationProvider === 'github-legacy'
  return typeof gitSync.installationId === 'string' && !isLegacy ? gitSync.installationId : null
}
