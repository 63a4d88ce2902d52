import { gitSyncOf } from './git-sync.ts'
import type { KnownSite } from './site.ts'

export const siteGitSync = gitSyncOf<KnownSite>({
  kind: 'site-git-sync',
  parent: 'site',
  doc: 'How a site is kept in step with a repository. What it is set up with may hold a token: it is kept and never shown.',
})
