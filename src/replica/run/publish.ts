/** The end of a run, in this order: the identities of the new packs, the index, and the manifest, which makes them count. */
import { digestOf } from '../../model/digest.ts'
import { ObjectExists, TargetBusy } from '../errors.ts'
import type { Keyring } from '../keys/keyring.ts'
import { indexKey, keyListKey, manifestKey } from '../layout.ts'
import { type ManifestObject, manifestBytes } from '../manifest.ts'
import type { ReplicaFile } from '../replica-file.ts'
import { type Beside, putBeside } from './beside.ts'
import { type ContentsIndex, sealIndex } from './contents-index.ts'
import { sealKeyList } from './key-list.ts'
import { keyListNote, keyListOf, manifestNote, NOTES } from './reconcile.ts'
import type { Sending } from './sending.ts'
import type { ReplicaState } from './state.ts'

export interface Publication {
  run: number
  /** Of the owner of the vault. */
  epoch: number
  /** ISO 8601, UTC. */
  created: string
  keyring: Keyring
  sign: (bytes: Buffer) => string
  index: ContentsIndex
  replica: ReplicaFile
  beside: Beside
}

/** Answers the bytes that it wrote. Throws TargetBusy where there is a manifest of this run already. */
export async function publish(sending: Sending, publication: Publication): Promise<number> {
  const { store, state, put } = sending
  const { run, epoch, keyring, created, replica, beside } = publication
  const recipients = keyring.recipients.map(({ recipient }) => recipient)
  const fresh = state.packs().filter(pack => pack.run === null)
  let bytes = 0
  const write = async (key: string, content: Buffer): Promise<ManifestObject> => {
    await put(key, content)
    bytes += content.length
    return { key, bytes: content.length, sha256: digestOf(content) }
  }
  if (fresh.length > 0) {
    const list = await write(keyListKey(run), await sealKeyList(recipients, fresh))
    state.set(keyListNote(run), `${list.bytes} ${list.sha256}`)
  }
  const index = await write(indexKey(run), await sealIndex(recipients, publication.index))
  if (beside.changed) await putBeside(sending, beside)
  const manifest = manifestBytes(
    {
      format: 1,
      vault: keyring.vault,
      replica: replica.id,
      run,
      ...(epoch > 0 ? { epoch } : {}),
      created,
      signer: keyring.signer,
      objects: [index, ...keyLists(state, run), ...packsOf(state)],
      beside: beside.objects,
    },
    publication.sign,
  )
  const sha256 = digestOf(manifest)
  state.set(NOTES.attempt, `${run} ${sha256}`)
  try {
    await put(manifestKey(run), manifest, { ifAbsent: true })
  } catch (error) {
    if (error instanceof ObjectExists) throw new TargetBusy(store.name, `it wrote run ${run}`)
    throw error
  }
  state.finish(run)
  state.set(NOTES.run, String(run))
  state.set(manifestNote(run), sha256)
  state.set(NOTES.beside, JSON.stringify(beside.objects))
  return bytes + manifest.length
}

/** Of every run that packs are of; `run` is that of the new ones. */
function keyLists(state: ReplicaState, run: number): ManifestObject[] {
  const runs = new Set(state.packs().map(pack => pack.run ?? run))
  return [...runs].map(of => keyListOf(state, of))
}

function packsOf(state: ReplicaState): ManifestObject[] {
  return state.packs().map(({ key, bytes, sha256 }) => ({ key, bytes, sha256 }))
}
