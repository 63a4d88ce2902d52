import { expect, test } from 'vitest'
import { digestOf } from '../../src/model/digest.ts'
import { RECOVERY_KEY } from '../../src/replica/layout.ts'
import { openRecovery } from '../../src/replica/recover/open-recovery.ts'
import { memoryStore } from './memory-store.ts'

const NOON = Date.parse('2026-06-01T12:00:00Z')
const passphrase = () => Promise.reject(new Error('nobody was to be asked'))

test('a passphrase is asked for where it opens something; as of a time before its key was stored that is said', async () => {
  const store = memoryStore(() => NOON)
  const open = (asOf?: number) => openRecovery(store, { asOf, passphrase })
  await expect(open()).rejects.toThrow('memory has no recovery.age, so no passphrase opens it')
  const bytes = Buffer.from('sealed')
  await store.put(RECOVERY_KEY, bytes, { sha256: digestOf(bytes) })
  await expect(open(NOON - 1)).rejects.toThrow(
    'the recovery.age of memory was stored after 2026-06-01T11:59:59.999Z, so it is not looked at',
  )
  await expect(open(NOON)).rejects.toThrow('nobody was to be asked')
})
