/** The copy as bundles. */
import type { Setting } from '../setting.ts'

export const mirrorSettings = {
  'mirror.path': {
    type: 'text',
    default: null,
    doc: 'Folder that is kept as a copy of the newest snapshot, as bundles: a folder for each organization.',
  },
  'mirror.git': {
    type: 'boolean',
    default: false,
    doc: "Keep the mirror's history in Git: a commit for each snapshot that changed it.",
  },
  'mirror.gitAuthor': {
    type: 'text',
    default: 'docvault <docvault@localhost>',
    doc: 'Author of commits.',
  },
  'mirror.gitRemote': {
    type: 'text',
    default: null,
    secret: true,
    doc: 'Where commits are pushed to, each organization as a branch of its own name; nowhere without it.',
  },
  'mirror.gitRemoteFile': { type: 'text', default: null, doc: 'File that holds mirror.gitRemote.' },
} as const satisfies Record<string, Setting>
