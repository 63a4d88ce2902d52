/** What access is computed from: where one of these changed or is missing, somebody may have got in or out. */
import type { Kind } from '../model/resource.ts'
import { DECIDE_ACCESS } from './grants.ts'
import { resources } from './index.ts'

export const ACCESS_KINDS: readonly Kind[] = [
  ...DECIDE_ACCESS,
  'site-space',
  'member-space',
  ...resources
    .filter(({ access }) => access?.as === 'grant' || access?.as === 'effective')
    .map(declaration => declaration.kind),
]
