/** The second vault: where it lies, and how much of the line it may take. */
import { hour, minute, type Setting } from '../setting.ts'

const KiB = 1024
const day = 24 * hour

export const replicaSettings = {
  'replica.targets': {
    type: 'list',
    default: [],
    doc: 'Where `docvault replicate` sends the vault, encrypted: folders of another disk or a network mount, `s3://bucket/folder`, `sftp://user@host/folder`.',
  },
  'replica.bandwidth': {
    type: 'size',
    default: null,
    range: [64 * KiB, 1024 ** 4],
    doc: 'At most so many bytes a second to each target; without it as fast as it goes.',
  },
  'replica.keep': {
    type: 'duration',
    default: 21 * day,
    range: [day, 3650 * day],
    doc: 'For so long a replica can be recovered as it was after an earlier run. The newest three runs stay in any case, and the last one from when the whole vault was known to be sound.',
  },
  'replica.overdueAfter': {
    type: 'duration',
    default: 26 * hour,
    range: [minute, 365 * day],
    doc: 'A replica that lacks a snapshot which is older than this is behind.',
  },
  'replica.lock': {
    type: 'duration',
    default: null,
    range: [2 * day, 3650 * day],
    doc: 'What is written to a bucket with object lock can be removed by nobody for so long, and is kept locked for as long as the newest run needs it. Without it nothing is locked.',
  },
  'replica.bucketEndpoint': {
    type: 'text',
    default: null,
    doc: "Address of the store that `s3:` targets are in, e.g. `https://s3.example.org`; Amazon's own without it.",
  },
  'replica.bucketRegion': { type: 'text', default: 'us-east-1', doc: 'Region of `s3:` targets.' },
  'replica.bucketKeyId': {
    type: 'text',
    default: null,
    doc: "Access key of `s3:` targets. Without it they are opened as Amazon's clients do: environment, `~/.aws`, the machine's role.",
  },
  'replica.bucketSecret': { type: 'text', default: null, secret: true, doc: 'Secret key of `s3:` targets.' },
  'replica.bucketSecretFile': { type: 'text', default: null, doc: 'File that holds replica.bucketSecret.' },
  'replica.bucketLock': {
    type: 'text',
    default: 'governance',
    doc: 'How objects are locked where a bucket has object lock: `governance` can be lifted by who has that right, `compliance` by nobody.',
  },
  'replica.sshHostKey': {
    type: 'text',
    default: null,
    doc: 'Fingerprint of the host key of `sftp:` targets, `SHA256:…` as `ssh-keygen -l` prints it. Nothing is sent to a server that shows another one.',
  },
  'replica.sshKeyFile': {
    type: 'text',
    default: null,
    doc: 'Private key for `sftp:` targets; the agent of SSH without it.',
  },
  'replica.sshPassphrase': {
    type: 'text',
    default: null,
    secret: true,
    doc: 'Passphrase of replica.sshKeyFile.',
  },
  'replica.sshPassphraseFile': { type: 'text', default: null, doc: 'File that holds replica.sshPassphrase.' },
} as const satisfies Record<string, Setting>
