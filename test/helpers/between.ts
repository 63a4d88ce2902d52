/** A service between 0.146.0 and 0.181.0: no content/import any more, no batches of changes yet; only git/import. */
import type { EmulatorOptions } from '../../src/emulator/options.ts'

export const BETWEEN = {
  profile: 'full',
  serviceVersion: '0.167.0',
  without: [
    'importContent',
    'importContentInChangeRequest',
    'importContentInPageById',
    'importContentInChangeRequestPageById',
  ],
} as const satisfies EmulatorOptions
