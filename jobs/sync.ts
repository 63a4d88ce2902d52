/** A fast run every few minutes: reads what tokens say has changed, and makes a snapshot only of a change. */
import type { OpenBackup } from '../src/backup/backup.ts'
import { backupSettings } from './backup.ts'
import { openOrganizationBackup } from './backup-space.ts'
import { queued } from './job.ts'
import { eachOrganization } from './organizations.ts'

export const sync = queued({
  name: 'sync',
  doc: 'Looks for changes in each organization, and takes a snapshot when there are some.',
  holds: 'organization',
  // A backup that runs finds the changes as well.
  whenBusy: 'skip',
  priority: 8,
  attempts: 1,
  schedule: config => config['schedules.sync'],
  each: eachOrganization,
  open: (context, data) => {
    const settings = backupSettings(context.config, {})
    const trigger = data.trigger === 'manual' ? 'manual' : 'sync'
    const end = (open: OpenBackup) => open.sealIfChanged()
    return openOrganizationBackup(context, { ...data, trigger }, { job: 'sync', settings, end })
  },
})
