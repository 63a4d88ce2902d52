/** How content is put back, and what proves that it can be. */
import { hour, minute, type Setting, second } from '../setting.ts'

export const restoreSettings = {
  'restore.writer': {
    type: 'text',
    default: 'auto',
    oneOf: ['auto', 'batch', 'import', 'git'],
    doc: 'How content is written: batches of changes, imports of bundles, Git repositories that the service clones, or whichever it seems to offer.',
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
    doc: 'How the platform reaches restore.host and restore.port, e.g. through a reverse proxy. Needed where content is written as Git repositories.',
  },
  'restore.expires': {
    type: 'duration',
    default: 15 * minute,
    range: [second, 24 * hour],
    doc: 'How long the address of a bundle or repository is good, and so how long an import of one is waited for.',
  },
  'restore.bucketUrl': {
    type: 'text',
    default: null,
    doc: 'An S3-compatible bucket that bundles are uploaded to instead of being served.',
  },
  'restore.bucketRegion': { type: 'text', default: 'us-east-1', doc: 'Region of the bucket.' },
  'restore.bucketKeyId': { type: 'text', default: null, doc: 'Access key of the bucket.' },
  'restore.bucketSecret': { type: 'text', default: null, secret: true, doc: 'Secret key of the bucket.' },
  'restore.bucketSecretFile': {
    type: 'text',
    default: null,
    doc: 'File that holds restore.bucketSecret.',
  },
  'drill.keyFile': {
    type: 'text',
    default: null,
    doc: 'Private key (Ed25519, PEM) that records of drills are signed with; without one the vault makes its own.',
  },
} as const satisfies Record<string, Setting>
