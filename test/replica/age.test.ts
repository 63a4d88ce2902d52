/** What is encrypted here is opened by Debian's `age` and by the library, and the other way round. */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Decrypter, Encrypter } from 'age-encryption'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decryptWith, encryptTo, makeAgeKeyPair } from '../../src/replica/keys/age.ts'
import { temporaryFolder } from '../vault/fixture.ts'

const CHUNK = 64 * 1024
/** Around the ends of chunks. */
const SIZES = [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 5 * CHUNK + 7]

describe.each(SIZES)('%s bytes', size => {
  const plain = randomBytes(size)

  test('that are encrypted here', async () => {
    const [ada, eve] = [await makeAgeKeyPair(), await makeAgeKeyPair()]
    const sealed = await encryptTo([ada.recipient, eve.recipient], plain)
    for (const { identity } of [ada, eve]) {
      const decrypter = new Decrypter()
      decrypter.addIdentity(identity)
      expect(plain.equals(await decrypter.decrypt(sealed))).toBe(true)
      expect(plain.equals(debiansAge(['-d', '-i', fileOf(identity)], sealed))).toBe(true)
    }
  })

  test('that others encrypted', async () => {
    const { identity, recipient } = await makeAgeKeyPair()
    const encrypter = new Encrypter()
    encrypter.addRecipient(recipient)
    for (const sealed of [await encrypter.encrypt(plain), debiansAge(['-r', recipient], plain)])
      expect(plain.equals(await decryptWith([identity], sealed, 'x'))).toBe(true)
  })
})

test('what was changed anywhere, cut off or added to is not opened', async () => {
  const { identity, recipient } = await makeAgeKeyPair()
  const sealed = await encryptTo([recipient], randomBytes(2 * CHUNK + 100))
  const open = (bytes: Uint8Array) => decryptWith([identity], bytes, 'x')
  const change = fc.oneof(
    fc.record({ at: fc.nat(sealed.length - 1), bit: fc.nat(7) }).map(({ at, bit }) => {
      const bytes = Buffer.from(sealed)
      bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
      return bytes
    }),
    fc.nat(sealed.length - 1).map(end => sealed.subarray(0, end)),
    fc.uint8Array({ minLength: 1, maxLength: 100 }).map(more => Buffer.concat([sealed, more])),
    // Whole chunks gone from the end, or two that changed places.
    fc.constantFrom(sealed.subarray(0, -116), sealed.subarray(0, -(116 + CHUNK + 16)), swapped(sealed)),
  )
  await fc.assert(
    fc.asyncProperty(change, async bytes => {
      await expect(open(bytes)).rejects.toThrow(/no key that was given opens x/)
    }),
    { numRuns: 60, endOnFailure: true },
  )
})

function swapped(sealed: Buffer): Buffer {
  const payload = sealed.length - (2 * (CHUNK + 16) + 116)
  const chunk = (index: number) =>
    sealed.subarray(payload + index * (CHUNK + 16), payload + (index + 1) * (CHUNK + 16))
  return Buffer.concat([sealed.subarray(0, payload), chunk(1), chunk(0), sealed.subarray(-116)])
}

function fileOf(identity: string): string {
  const file = join(temporaryFolder(), 'identity.txt')
  writeFileSync(file, `${identity}\n`)
  return file
}

function debiansAge(args: readonly string[], input: Uint8Array): Buffer {
  const file = join(temporaryFolder(), 'input')
  writeFileSync(file, input)
  const { status, stderr } = spawnSync('age', [...args, '-o', `${file}.out`, file], { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  // It makes no file of nothing.
  return existsSync(`${file}.out`) ? readFileSync(`${file}.out`) : Buffer.alloc(0)
}
