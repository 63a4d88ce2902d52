import type { Space } from '../platform/operations/spaces.ts'
import { gitSyncOf } from './git-sync.ts'

export const spaceGitSync = gitSyncOf<Space>({
  kind: 'space-git-sync',
  parent: 'space',
  doc: 'How a space is kept in step with a repository. A token in it is kept and never shown.',
})
