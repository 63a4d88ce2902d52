/** Gathers pieces into packs and sends them. A pack is noted when it is there: cut off after that, it is not sent again. */
import { randomBytes } from 'node:crypto'
import { digestOf } from '../../model/digest.ts'
import { makeAgeKeyPair } from '../keys/age.ts'
import { packKey } from '../layout.ts'
import { sealEntries } from '../pack/envelope.ts'
import type { Piece } from './pieces.ts'
import type { Sending } from './sending.ts'

export interface PackCounts {
  packs: number
  bytes: number
}

/** `read`: told of the bytes of each piece. */
export async function sendPacks(
  sending: Sending,
  pieces: AsyncIterable<Piece>,
  read: (bytes: number) => void,
): Promise<PackCounts> {
  const counts = { packs: 0, bytes: 0 }
  let [gathered, size]: [Piece[], number] = [[], 0]
  const flush = async () => {
    if (gathered.length === 0) return
    counts.bytes += await sendPack(sending, gathered)
    counts.packs++
    read(size)
    ;[gathered, size] = [[], 0]
  }
  for await (const piece of pieces) {
    sending.signal?.throwIfAborted()
    if (size + piece.bytes.length > sending.packBytes) await flush()
    gathered.push(piece)
    size += piece.bytes.length
  }
  await flush()
  return counts
}

/** Each has an identity of its own, which is for the key list alone. */
async function sendPack({ state, put }: Sending, pieces: readonly Piece[]): Promise<number> {
  const { identity, recipient } = await makeAgeKeyPair()
  const entries = pieces.map(({ path, start, bytes }) => ({ name: `${path}@${start}`, bytes }))
  const sealed = await sealEntries([recipient], entries)
  const key = packKey(randomBytes(16).toString('hex'))
  await put(key, sealed)
  state.sent({
    key,
    bytes: sealed.length,
    sha256: digestOf(sealed),
    secret: identity,
    pages: pieces.flatMap(({ pages }) => pages),
    pieces: pieces.flatMap(({ path, start, digest }) => (digest === null ? [] : [{ path, start, digest }])),
    files: pieces.flatMap(({ file }) => (file === null ? [] : [file])),
  })
  return sealed.length
}
