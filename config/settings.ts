/**
 * Every setting, once: the loader, the environment names, `--help` and the tables of the manual are made from this.
 *
 * Adding a setting is one entry here. `type` says how text from the environment or the file is read.
 */

/** What each type reads to. Durations are milliseconds, sizes bytes. */
export interface SettingTypes {
  text: string
  integer: number
  percent: number
  boolean: boolean
  list: readonly string[]
  duration: number
  size: number
  /** Five fields, or `off`. */
  cron: string
  timezone: string
}

export interface Setting<T extends keyof SettingTypes = keyof SettingTypes> {
  type: T
  default: SettingTypes[T] | null
  doc: string
  /** Never printed. Where there is a setting of the same name with `File` at its end, it is read from that file. */
  secret?: boolean
  /** A running daemon takes a new value only when it is started again. */
  restart?: boolean
  /** Of the daemon as a whole: not in an entry of `platforms`. */
  global?: boolean
  /** Smallest and largest value; for durations and sizes in milliseconds and bytes. */
  range?: readonly [number, number]
  oneOf?: readonly string[]
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const MiB = 1024 * 1024

export const settings = {
  'platform.url': {
    type: 'text',
    default: null,
    doc: 'Address of the management API, with or without /v1 at the end.',
  },
  'platform.token': {
    type: 'text',
    default: null,
    secret: true,
    doc: "API token. What a backup can see is what the token's owner can see.",
  },
  'platform.tokenFile': {
    type: 'text',
    default: null,
    doc: 'File that holds the token, instead of platform.token.',
  },
  'platform.organizations': {
    type: 'list',
    default: [],
    doc: 'Ids of the organizations to back up; empty means every one that the token can see.',
  },
  'platform.sites': {
    type: 'list',
    default: [],
    doc: 'Ids of sites to back up where the service has no list of them; the default site is always known.',
  },
  'platform.concurrency': { type: 'integer', default: 8, range: [1, 64], doc: 'Most requests in flight.' },
  'platform.requestsPerMinute': {
    type: 'integer',
    default: null,
    range: [1, 1_000_000],
    doc: 'Own rate limit; without it only the limits that the platform announces are kept.',
  },
  'platform.attempts': {
    type: 'integer',
    default: 5,
    range: [1, 20],
    doc: 'Attempts per request, the first included.',
  },
  'platform.retryDelay': {
    type: 'duration',
    default: second / 2,
    range: [1, minute],
    doc: 'Pause before the second attempt; doubled for each further one, up to 30 s.',
  },
  'platform.timeout': {
    type: 'duration',
    default: 30 * second,
    range: [100, 10 * minute],
    doc: 'Longest wait for a connection, for the head of an answer, and between two pieces of its body.',
  },
  'platform.maxRateLimitWait': {
    type: 'duration',
    default: 15 * minute,
    range: [0, 24 * hour],
    doc: 'Longest single wait for a rate limit to reset; beyond it the scope is a gap.',
  },
  'platform.maxBodyBytes': {
    type: 'size',
    default: 64 * MiB,
    range: [1024, 1024 * MiB],
    doc: 'Largest JSON answer that is accepted.',
  },
  'platform.maxFileBytes': {
    type: 'size',
    default: 256 * MiB,
    range: [1024, 64 * 1024 * MiB],
    doc: 'Largest file that is downloaded.',
  },
  'platform.allowPrivateAddresses': {
    type: 'boolean',
    default: false,
    doc: 'Allow downloads from private, loopback and link-local addresses. The origin of platform.url is always allowed.',
  },
  'vault.path': { type: 'text', default: './vault', restart: true, doc: 'Folder of the vault.' },
  'vault.inlineLimit': {
    type: 'size',
    default: MiB / 16,
    range: [1024, 16 * MiB],
    doc: 'Stored size above which a content becomes a file of its own instead of a row in the catalog.',
  },
  'backup.formats': {
    type: 'list',
    default: ['document', 'markdown'],
    oneOf: ['document', 'markdown'],
    doc: 'Formats in which page bodies are read. `document` is lossless, `markdown` is what an export writes.',
  },
  'backup.exactEvery': {
    type: 'duration',
    default: 24 * hour,
    range: [0, 365 * 24 * hour],
    doc: 'In a run without --exact, what has no exact change token is read again when its last reading is older.',
  },
  'backup.auditEvery': {
    type: 'duration',
    default: 30 * 24 * hour,
    range: [0, 365 * 24 * hour],
    doc: 'An exact run also reads what counts as frozen (merged and archived change requests) when that is longer ago.',
  },
  'backup.maxDuration': {
    type: 'duration',
    default: 0,
    range: [0, 30 * 24 * hour],
    doc: 'After this time a run begins no further reading; what is left becomes gaps (`skipped`). 0: no limit.',
  },
  'backup.maxGaps': {
    type: 'integer',
    default: 1000,
    range: [0, 1_000_000],
    doc: 'After so many failures a run begins no further reading; what is left becomes gaps (`skipped`). 0: no limit.',
  },
  'backup.rounds': {
    type: 'integer',
    default: 5,
    range: [1, 100],
    doc: 'Readings of a space that is edited meanwhile, before pages that moved on every time are gaps (`fuzzy`).',
  },
  'backup.spacesAtOnce': {
    type: 'integer',
    default: 4,
    range: [1, 32],
    doc: 'Spaces that are read side by side.',
  },
  'backup.shrinkGuard': {
    type: 'percent',
    default: 50,
    range: [0, 100],
    doc: 'A list that lost more than this share of its resources is a gap, not a removal; 0 switches the guard off.',
  },
  'backup.shrinkGuardFrom': {
    type: 'integer',
    default: 10,
    range: [1, 1_000_000],
    doc: 'Lists with fewer resources than this are not guarded.',
  },
  'audit.rules': {
    type: 'list',
    default: [],
    doc: 'Severities of rules instead of their own, as name=severity, or name=off. An unknown name is an error.',
  },
  'audit.domains': {
    type: 'list',
    default: [],
    doc: "Domains of e-mail addresses that count as the organization's own, beside those that it says itself.",
  },
  'audit.leavers': {
    type: 'list',
    default: [],
    doc: 'E-mail addresses of people who left: a finding while they are still members.',
  },
  'audit.dormantAfter': {
    type: 'duration',
    default: 90 * 24 * hour,
    range: [24 * hour, 3650 * 24 * hour],
    doc: 'Time without being seen after which a member is dormant.',
  },
  'audit.resolution': {
    type: 'text',
    default: 'precedence',
    oneOf: ['precedence', 'highest'],
    doc: 'How roles of several levels are put together where the platform does not say itself: `precedence`, the nearest level decides; `highest`, the strongest role.',
  },
  'audit.keyFile': {
    type: 'text',
    default: null,
    doc: 'Private key that signs the ledger; never inside the vault. `docvault audit keygen` makes one.',
  },
  'audit.publicKeyFile': {
    type: 'text',
    default: null,
    doc: 'Public key that reports and ledger must be signed by to be believed.',
  },
  'audit.folder': { type: 'text', default: './reports', doc: 'Folder of the reports that the job writes.' },
  'audit.formats': {
    type: 'list',
    default: ['json', 'html', 'csv'],
    oneOf: ['md', 'html', 'csv', 'json', 'ocsf', 'cef'],
    doc: 'Formats in which the job writes reports. `json` is the signed one.',
  },
  'restore.writer': {
    type: 'text',
    default: 'auto',
    oneOf: ['auto', 'batch', 'import'],
    doc: 'How content is written: batches of changes, imports of bundles, or whichever the service seems to offer.',
  },
  'restore.requestsPerSecond': {
    type: 'integer',
    default: 5,
    range: [1, 1000],
    doc: 'For the estimate of time in a plan.',
  },
  'restore.host': {
    type: 'text',
    default: '127.0.0.1',
    doc: 'Where bundles for imports are served from, one address for each import.',
  },
  'restore.port': { type: 'integer', default: 0, range: [0, 65_535], doc: 'The same; 0 means any free one.' },
  'restore.publicUrl': {
    type: 'text',
    default: null,
    doc: 'How the platform reaches restore.host and restore.port, e.g. through a reverse proxy.',
  },
  'restore.expires': {
    type: 'duration',
    default: 15 * minute,
    range: [second, 24 * hour],
    doc: 'How long the address of a bundle is good.',
  },
  'restore.bucketUrl': {
    type: 'text',
    default: null,
    doc: 'An S3-compatible bucket that bundles are uploaded to instead of being served.',
  },
  'restore.bucketRegion': { type: 'text', default: 'us-east-1', doc: 'Region of the bucket.' },
  'restore.bucketKeyId': { type: 'text', default: null, doc: 'Access key of the bucket.' },
  'restore.bucketSecret': { type: 'text', default: null, secret: true, doc: 'Secret key of the bucket.' },
  'drill.keyFile': {
    type: 'text',
    default: null,
    doc: 'Private key (Ed25519, PEM) that records of drills are signed with; without one the vault makes its own.',
  },
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
    doc: 'When the daemon checks the vault and reads a seventh of its bytes. Cron, or `off`.',
  },
  'schedules.auditReport': {
    type: 'cron',
    default: '0 6 * * 1',
    doc: 'When the daemon writes the audit reports into audit.folder. Cron, or `off`.',
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
  'schedules.overdueAfter': {
    type: 'duration',
    default: 26 * hour,
    range: [minute, 365 * 24 * hour],
    doc: 'An organization whose newest complete snapshot is older than this is overdue.',
  },
  'redis.url': {
    type: 'text',
    default: null,
    secret: true,
    global: true,
    restart: true,
    doc: 'Redis or Valkey, e.g. redis://host:6379/0. Without it the daemon starts a redis-server of its own.',
  },
  'redis.urlFile': {
    type: 'text',
    default: null,
    global: true,
    restart: true,
    doc: 'File that holds redis.url.',
  },
  'redis.prefix': {
    type: 'text',
    default: 'docvault',
    global: true,
    restart: true,
    doc: 'In front of every key in Redis; the same for daemons that share work.',
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
  'server.host': {
    type: 'text',
    default: '127.0.0.1',
    global: true,
    restart: true,
    doc: 'Address to listen on. Without server.token only loopback is used, whatever this says.',
  },
  'server.port': {
    type: 'integer',
    default: 8090,
    range: [0, 65_535],
    global: true,
    restart: true,
    doc: 'Port to listen on; 0 takes a free one.',
  },
  'server.publicUrl': {
    type: 'text',
    default: null,
    global: true,
    restart: true,
    doc: 'How others reach the server; in links of notifications.',
  },
  'server.token': {
    type: 'text',
    default: null,
    secret: true,
    global: true,
    restart: true,
    doc: 'Needed for everything but health, as a bearer token or as the password of any user.',
  },
  'server.tokenFile': {
    type: 'text',
    default: null,
    global: true,
    restart: true,
    doc: 'File that holds server.token.',
  },
  'notify.webhook': {
    type: 'text',
    default: null,
    secret: true,
    global: true,
    doc: 'Address that gets every message as JSON.',
  },
  'notify.webhookFile': { type: 'text', default: null, global: true, doc: 'File that holds notify.webhook.' },
  'notify.slack': {
    type: 'text',
    default: null,
    secret: true,
    global: true,
    doc: 'Incoming webhook of Slack, or of what takes the same: `{"text": …}`.',
  },
  'notify.slackFile': { type: 'text', default: null, global: true, doc: 'File that holds notify.slack.' },
  'notify.smtp': {
    type: 'text',
    default: null,
    secret: true,
    global: true,
    doc: 'Mail server, e.g. smtps://user:password@mail.example.com.',
  },
  'notify.smtpFile': { type: 'text', default: null, global: true, doc: 'File that holds notify.smtp.' },
  'notify.mailFrom': {
    type: 'text',
    default: 'docvault@localhost',
    global: true,
    doc: 'Sender of mails.',
  },
  'notify.mailTo': { type: 'list', default: [], global: true, doc: 'Receivers of mails.' },
  'notify.command': {
    type: 'text',
    default: null,
    global: true,
    doc: 'Program that is run for each message, with the message as JSON on its standard input.',
  },
  'notify.repeatAfter': {
    type: 'duration',
    default: 24 * hour,
    range: [minute, 365 * 24 * hour],
    global: true,
    doc: 'What goes on being wrong is told again after this time, with how often it happened.',
  },
  'notify.heartbeat': {
    type: 'text',
    default: null,
    secret: true,
    global: true,
    doc: 'Address that is asked every few minutes while every organization has a fresh complete snapshot.',
  },
  'notify.heartbeatFile': {
    type: 'text',
    default: null,
    global: true,
    doc: 'File that holds notify.heartbeat.',
  },
  'notify.heartbeatEvery': {
    type: 'duration',
    default: 5 * minute,
    range: [second, 24 * hour],
    global: true,
    doc: 'How often the heartbeat is sent.',
  },
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

type Settings = typeof settings
export type SettingKey = keyof Settings

type ValueOf<S extends Setting> = SettingTypes[S['type']] | (S['default'] extends null ? null : never)

/** Every setting with its value: flat, by dotted key. */
export type Config = { readonly [K in SettingKey]: ValueOf<Settings[K]> }

/** `platform.allowPrivateAddresses` → `DOCVAULT_PLATFORM_ALLOW_PRIVATE_ADDRESSES`. */
export function environmentName(key: string): string {
  return `DOCVAULT_${key
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('.', '_')
    .toUpperCase()}`
}
