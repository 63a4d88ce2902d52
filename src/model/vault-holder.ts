/** Who holds a vault for writing, as its lease says. */

/** What a daemon calls itself there. */
export const DAEMON_COMMAND = 'docvault daemon'

export interface VaultHolder {
  /** Of this lease and no other. */
  id: string
  pid: number
  command: string
  /** ISO 8601, UTC. */
  since: string
}
