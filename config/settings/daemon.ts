/** What the daemon does, and when. */
import { hour, MiB, minute, type Setting, second } from '../setting.ts'

export const daemonSettings = {
  'schedules.timezone': {
    type: 'timezone',
    default: 'UTC',
    doc: 'Time zone of all schedules, e.g. Europe/Berlin.',
  },
  'schedules.backup': {
    type: 'cron',
    default: '0 2 * * *',
    doc: 'When the daemon takes an exact snapshot of each organization. Cron, or `off`.',
  },
  'schedules.sync': {
    type: 'cron',
    default: '*/10 * * * *',
    doc: 'When the daemon looks for changes; a snapshot is made only when there are some. Cron, or `off`.',
  },
  'schedules.check': {
    type: 'cron',
    default: '0 5 * * *',
    doc: 'When the daemon checks the vault and reads its bytes, for check.maxDuration. Cron, or `off`.',
  },
  'schedules.auditReport': {
    type: 'cron',
    default: '0 6 * * 1',
    doc: 'When the daemon writes the audit reports into audit.folder. Cron, or `off`.',
  },
  'schedules.monthlyReport': {
    type: 'cron',
    default: 'off',
    doc: 'When the daemon writes the report of the month before into audit.folder, one of each organization, and tells of it: e.g. `0 7 1 * *`. Cron, or `off`.',
  },
  'schedules.forget': {
    type: 'cron',
    default: '30 3 * * *',
    doc: 'When the daemon forgets the snapshots that no rule of retention.* keeps; never, where there is no rule. Cron, or `off`.',
  },
  'schedules.prune': {
    type: 'cron',
    default: '30 4 * * 6',
    doc: 'When the daemon takes what only forgotten snapshots have out of the vault, for retention.maxPrune; never, where there is no rule in retention.*. Cron, or `off`.',
  },
  'schedules.compact': {
    type: 'cron',
    default: 'off',
    doc: 'When the daemon stores the contents of the vault anew in less room, for compact.maxDuration. Cron, or `off`.',
  },
  'schedules.replicate': {
    type: 'cron',
    default: '45 5 * * *',
    doc: 'When the daemon sends the vault to replica.targets beside doing so after each new snapshot, so that what was pinned, forgotten or compacted is there as well; never, where there is no target. Cron, or `off`.',
  },
  'schedules.drill': {
    type: 'cron',
    default: '0 4 * * 0',
    doc: 'When the daemon restores the newest snapshot into an emulated platform and compares. Cron, or `off`.',
  },
  'schedules.catchUp': {
    type: 'boolean',
    default: true,
    doc: 'Make good at start, once, what was due while the daemon did not run.',
  },
  'schedules.firstBackup': {
    type: 'boolean',
    default: true,
    doc: 'At start, back up at once where the vault holds no backup yet, instead of waiting for the schedule.',
  },
  'schedules.overdueAfter': {
    type: 'duration',
    default: 26 * hour,
    range: [minute, 365 * 24 * hour],
    doc: 'An organization whose newest complete snapshot is older than this is overdue.',
  },
  'daemon.path': {
    type: 'text',
    default: './daemon',
    global: true,
    restart: true,
    doc: "Folder of the daemon's own things: its Redis, the logs of runs. Nothing in it is needed for a restore.",
  },
  'daemon.vaultBusy': {
    type: 'text',
    default: 'wait',
    oneOf: ['wait', 'refuse'],
    global: true,
    restart: true,
    doc: 'When another process holds the vault at start: wait until it is free, or end with exit code 11.',
  },
  'daemon.stopTimeout': {
    type: 'duration',
    default: 20 * second,
    range: [0, hour],
    global: true,
    doc: 'After SIGTERM, how long runs may go on; what is not done then is left to be resumed.',
  },
  'daemon.runsAtOnce': {
    type: 'integer',
    default: 16,
    range: [1, 1000],
    global: true,
    doc: 'Most runs of the queue that work at the same time, of all platforms together, which take turns. Restores, and what commands ask for, begin at once.',
  },
  'daemon.readerMemory': {
    type: 'size',
    default: 2048 * MiB,
    range: [16 * MiB, 1024 * 1024 * MiB],
    global: true,
    doc: 'What a check, a drill, an audit report, a mirror or a bundle may take of memory in the daemon, each in a process of its own; one that takes more fails. The pages for people are another.',
  },
  'daemon.minFree': {
    type: 'size',
    default: 1024 * MiB,
    range: [0, 1024 * 1024 * MiB],
    global: true,
    doc: 'With less free space beside the vault, backups pause.',
  },
  'daemon.retryDelay': {
    type: 'duration',
    default: minute,
    range: [1, 24 * hour],
    global: true,
    restart: true,
    doc: 'Pause before a failed run is repeated; doubled each time, up to 16 times as long.',
  },
  'daemon.keepRuns': {
    type: 'integer',
    default: 200,
    range: [1, 100_000],
    global: true,
    restart: true,
    doc: 'How many ended runs, and logs of them, are kept to look at.',
  },
  'daemon.logLevel': {
    type: 'text',
    default: 'info',
    oneOf: ['debug', 'info', 'warn', 'error'],
    global: true,
    restart: true,
    doc: 'Least level of what is logged.',
  },
} as const satisfies Record<string, Setting>
