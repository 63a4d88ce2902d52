import { gitSyncOf, type KeptGitSync } from './git-sync.ts'
import type { KnownSite } from './site.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'site-git-sync': KeptGitSync
  }
}

export const siteGitSync = gitSyncOf<'site-git-sync', KnownSite>({
  kind: 'site-git-sync',
  parent: 'site',
  doc: 'How a site is kept in step with a repository. What it is set up with may hold a token: it is kept and never shown.',
})
