/** What the vault itself enters in the ledger, without a key to sign it. */
import type { AnnotationAct } from '../model/annotations.ts'
import { canonicalJson } from '../model/digest.ts'
import type { NewEntry } from './catalog/ledger.ts'

export function unsignedNote(act: AnnotationAct, by: string, atMs: number): NewEntry {
  const at = new Date(atMs).toISOString()
  return {
    body: number => canonicalJson({ entry: 'act', by, ...act, number, at, key: null }),
    sign: null,
  }
}
