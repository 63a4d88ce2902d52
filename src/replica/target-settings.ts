/** What is set about targets beside their names. Each holds for all targets of its kind. */
export interface TargetSettings {
  'replica.bucketEndpoint': string | null
  'replica.bucketRegion': string
  'replica.bucketKeyId': string | null
  'replica.bucketSecret': string | null
  'replica.bucketLock': string
  'replica.sshHostKey': string | null
  'replica.sshKeyFile': string | null
  'replica.sshPassphrase': string | null
}

/** As where nothing is set. */
export const NO_TARGET_SETTINGS: TargetSettings = {
  'replica.bucketEndpoint': null,
  'replica.bucketRegion': 'us-east-1',
  'replica.bucketKeyId': null,
  'replica.bucketSecret': null,
  'replica.bucketLock': 'governance',
  'replica.sshHostKey': null,
  'replica.sshKeyFile': null,
  'replica.sshPassphrase': null,
}

/** An object on a slow line moves within so long; what does not is gone. */
export const TARGET_TIMEOUT_MS = 60_000
