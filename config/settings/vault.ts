/** Where the vault is. */
import { MiB, type Setting } from '../setting.ts'

export const vaultSettings = {
  'vault.path': { type: 'text', default: './vault', restart: true, doc: 'Folder of the vault.' },
  'vault.inlineLimit': {
    type: 'size',
    default: MiB / 16,
    range: [1024, 16 * MiB],
    doc: 'Stored size above which a content becomes a file of its own instead of a row in the catalog.',
  },
} as const satisfies Record<string, Setting>
