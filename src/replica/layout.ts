/** Which objects a replica has, and what each is called. The same in a folder, in a bucket and over SFTP. */
export const README_KEY = 'README.txt'
/** What the replica is; see replica-file.ts. */
export const REPLICA_KEY = 'replica.json'
/** The master identity under its passphrase. */
export const RECOVERY_KEY = 'recovery.age'
export const LEASE_KEY = 'lease'

export const MANIFESTS = 'manifests/'
export const INDEXES = 'index/'
export const KEY_LISTS = 'keys/'
export const PACKS = 'packs/'
/** What somebody found out about the store with. */
export const PROBES = 'probe/'

/** Sorts as its number does. */
function runName(run: number): string {
  return String(run).padStart(6, '0')
}

/** Written last: what it names is there. */
export function manifestKey(run: number): string {
  return `${MANIFESTS}${runName(run)}.json`
}

/** Null for what is no manifest. */
export function runOfManifest(key: string): number | null {
  const digits = /^manifests\/(\d{6,12})\.json$/.exec(key)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** Digests and sizes of everything that the vault has, and its snapshots. */
export function indexKey(run: number): string {
  return `${INDEXES}${runName(run)}.tar.zst.age`
}

/** The identities of the packs that were new in a run. */
export function keyListKey(run: number): string {
  return `${KEY_LISTS}${runName(run)}.age`
}

export function packKey(id: string): string {
  return `${PACKS}${id}.tar.zst.age`
}
