import type { Space } from '../platform/operations/spaces.ts'
import { gitSyncOf } from './git-sync.ts'

export const spaceGitSync = gitSyncOf<Space>({
  kind: 'space-git-sync',
  parent: 'space',
  doc: 'How a space is kept in step with a repository. What it is set up with may hold a token: it is kept and never shown.',
})
