import type { ImportRun } from '../platform/operations/import-runs.ts'
import type { Organization } from '../platform/operations/organizations.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'import-run': Kept<ImportRun, Published<'ContentImportRun'>>
  }
}

export const importRun = listed<'import-run', Organization>({
  kind: 'import-run',
  parent: 'organization',
  doc: 'What was brought in from a web site or from files, where it went, and what came of it.',
  api: '4.4',
  needs: 'listImportRuns',
  list: (platform, { parent }) => platform.importRuns.list(parent.id),
  absence: {
    isGone: async (platform, { id }, { parent }) => (await platform.importRuns.find(parent.id, id)) === null,
  },
  everyRun: false,
  id: item => item.id,
  label: item => placeOf(item.source?.url) ?? item.source?.type ?? item.id,
  volatile: ['**.urls', 'updatedAt'],
  references: {},
  audit: null,
  restore: { fidelity: 'no', note: 'archive only: what it brought in is content' },
})

/** Where it came from, without what may be a password or a signature: names stand in logs and reports. */
function placeOf(url: string | null | undefined): string | null {
  const parsed = URL.parse(url ?? '')
  return parsed === null ? null : parsed.host + parsed.pathname
}
