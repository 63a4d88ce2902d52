/**
 * A manifest says of what a replica consists as of one run: each object with its size and the SHA-256 of its bytes as they lie
 * there, so that anybody can check them without a key. It is signed, for anybody can encrypt to a public key. What it is of,
 * by name, stands in the encrypted index alone.
 */
import { z } from 'zod'
import { canonicalJson, digestOf } from '../model/digest.ts'
import { isSignedBy } from '../model/ed25519.ts'

const digest = z.string().regex(/^[0-9a-f]{64}$/)
const objectSchema = z.strictObject({
  key: z.string().regex(/^(index|keys|packs)\/[0-9a-z.]+$/),
  bytes: z.int().nonnegative(),
  sha256: digest,
})
const besideSchema = objectSchema.extend({ key: z.string().regex(/^[A-Za-z]+[.][a-z]+$/) })
const manifestSchema = z.looseObject({
  format: z.literal(1),
  vault: z.uuid(),
  /** Id of the replica, as in replica.json. */
  replica: z.uuid().optional(),
  run: z.int().positive(),
  /** Of whoever owned the vault then; absent: 0. */
  epoch: z.int().positive().optional(),
  /** By the clock of whoever wrote it. ISO 8601, UTC. */
  created: z.iso.datetime(),
  /** Base64 of SPKI. */
  signer: z.string(),
  /** The index, key lists, then packs in the order in which they are unpacked: what a later one has replaces. */
  objects: z.array(objectSchema),
  /** What lies beside the runs, as of this one. A later run may have replaced it. */
  beside: z.array(besideSchema).optional(),
})
const fileSchema = z.strictObject({ signature: z.string(), manifest: z.unknown() })

export type ManifestObject = z.infer<typeof objectSchema>
export type Manifest = z.infer<typeof manifestSchema>

export function manifestBytes(manifest: Manifest, sign: (bytes: Buffer) => string): Buffer {
  return fileBytes(sign(signedBytes(manifest)), manifest)
}

/** Null for what is no manifest, byte by byte, or not signed by the key that it names. */
export function parseManifest(bytes: Buffer): Manifest | null {
  try {
    const file = fileSchema.parse(JSON.parse(String(bytes)))
    const signature = Buffer.from(file.signature, 'base64').toString('base64')
    if (!fileBytes(signature, file.manifest).equals(bytes)) return null
    const manifest = manifestSchema.parse(file.manifest)
    return isSignedBy(manifest.signer, signedBytes(file.manifest), file.signature) ? manifest : null
  } catch {
    return null
  }
}

function fileBytes(signature: string, manifest: unknown): Buffer {
  return Buffer.from(`${JSON.stringify({ signature, manifest })}\n`)
}

function signedBytes(manifest: unknown): Buffer {
  return Buffer.from(digestOf(canonicalJson(manifest)), 'hex')
}
