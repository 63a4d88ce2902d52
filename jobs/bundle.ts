/** Writes one space of a snapshot as a zip, for whoever asked the daemon's server for it. */
import { type SpaceZip, writeSpaceZip } from '../src/export/space-zip.ts'
import { openVault } from '../src/vault/vault.ts'
import { apart } from './apart.ts'

export const bundleReading = apart<SpaceZip, { name: string }, never>({
  name: 'bundle',
  doc: 'Writes one space of a snapshot as a zip; answers what to call it.',
  async run({ config }, wish) {
    const vault = openVault(config['vault.path'])
    try {
      return { name: await writeSpaceZip(vault, wish) }
    } finally {
      vault.close()
    }
  },
})
