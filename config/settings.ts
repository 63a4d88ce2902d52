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
}

export interface Setting<T extends keyof SettingTypes = keyof SettingTypes> {
  type: T
  default: SettingTypes[T] | null
  doc: string
  /** Never printed. */
  secret?: boolean
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
  'vault.path': { type: 'text', default: './vault', doc: 'Folder of the vault.' },
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
