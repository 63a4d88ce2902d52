/**
 * Whose a vault is, where several hosts share the work. Each change of owner raises the epoch, so that of two who believe
 * that a vault is theirs the vault itself knows which one is wrong.
 */

export interface VaultOwner {
  /** 0: it never belonged to a host, like every vault that one machine works on by itself. */
  epoch: number
  /** Id of the host; null: whoever has the folder. */
  host: string | null
  /** ISO 8601, UTC; null at epoch 0. */
  since: string | null
  /** This folder is what was left behind: the vault goes on elsewhere, and nobody writes to this one. */
  retired: boolean
}

/** What a writer believes when it opens a vault. */
export interface Claim {
  host: string | null
  /** That of the vault goes on with it; a higher one takes the vault over. */
  epoch: number
  /** Takes back what was left behind. Only where somebody says that nobody went on elsewhere. */
  reinstate?: boolean | undefined
}

export const UNOWNED: VaultOwner = { epoch: 0, host: null, since: null, retired: false }
