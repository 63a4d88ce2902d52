/** What proves a report: its digest, and the entry of the ledger that remembers it. */
import type { Digest } from '../../model/digest.ts'

export interface SealEntry {
  number: number
  hash: Digest
  /** Hash of the entry before; null for the first. */
  previous: Digest | null
  /** Canonical JSON; `hash` is the SHA-256 of the bytes of `previous` and of this. */
  body: string
  /** Ed25519 over the bytes of `hash`, base64. Null where no key is configured. */
  signature: string | null
  /** The public key, base64 of its SPKI form. */
  key: string | null
  /** SHA-256 of the public key. */
  fingerprint: string | null
}

export interface Seal {
  sha256: Digest
  /** Digests of the parts of the report, and of its rows: where it was changed. */
  parts: Readonly<Record<string, Digest>>
  rows: readonly string[]
  /** Null: the report was not entered in the ledger. */
  entry: SealEntry | null
}
