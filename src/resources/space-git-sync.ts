import type { Space } from '../platform/operations/spaces.ts'
import { gitSyncOf, type KeptGitSync } from './git-sync.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'space-git-sync': KeptGitSync
  }
}

export const spaceGitSync = gitSyncOf<'space-git-sync', Space>({
  kind: 'space-git-sync',
  parent: 'space',
  doc: 'How a space is kept in step with a repository. What it is set up with may hold a token: it is kept and never shown.',
})
