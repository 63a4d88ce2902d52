/** `keys/<run>.age`: the identities of the packs that were new in a run, each under the name of its pack. */
import { decryptWith, encryptTo } from '../keys/age.ts'
import type { PackRow } from './state.ts'

export function sealKeyList(recipients: readonly string[], packs: readonly PackRow[]): Promise<Buffer> {
  const lines = packs.flatMap(({ key, secret }) => (secret === null ? [] : [`# ${key}\n${secret}\n`]))
  return encryptTo(recipients, Buffer.from(lines.join('')))
}

/** Identities by the keys of packs. Throws NoKeyFits. */
export async function openKeyList(
  identities: readonly string[],
  bytes: Buffer,
  name: string,
): Promise<Map<string, string>> {
  const text = String(await decryptWith(identities, bytes, name))
  return new Map(
    [...text.matchAll(/^# (packs\/\S+)\n(AGE-SECRET-KEY-\S+)$/gm)].map(([, pack = '', identity = '']) => [
      pack,
      identity,
    ]),
  )
}
