/** The proof of one resource, followed by the program that the manual shows. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openVaultForWriting, type Vault } from '../../src/vault/vault.ts'
import { newVault, ORGANIZATION, rejection, seal, temporaryFolder, writeScope } from './fixture.ts'
import { unpackGolden } from './golden/unpack.ts'

const MANUAL = join(import.meta.dirname, '../../docs/concepts/vault/seal.md')
const [, program = ''] = /```python\n([\s\S]*?)```/.exec(readFileSync(MANUAL, 'utf8')) ?? []

function verify(proof: unknown, digest: string): string {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'verify.py'), program)
  writeFileSync(join(folder, 'proof.json'), JSON.stringify(proof))
  return execFileSync('python3', ['verify.py', 'proof.json', digest], {
    cwd: folder,
    encoding: 'utf8',
    stdio: 'pipe',
  })
}

/** So many spaces, so many pages in each. */
async function vaultOf(spaces: number, pages: number): Promise<Vault> {
  const { vault } = await newVault()
  const writer = vault.begin(ORGANIZATION, 'test')
  const ids = (count: number, word: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${word}${index}`, `${index}`]))
  const keys = await writeScope(writer, null, 'space', ids(spaces, 's'))
  for (const key of keys.values()) await writeScope(writer, key, 'page', ids(pages, 'p'))
  await seal(writer)
  return vault
}

test('of every resource, in trees of every form, is followed to the digest', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 20 }),
      async (spaces, pages) => {
        const vault = await vaultOf(spaces, pages)
        const all = [...vault.resources(1)]
        const some = [all[0], all.at(-1), all[Math.floor(all.length / 2)]]
        for (const resource of some) {
          if (resource === undefined) continue
          const shown = verify(vault.inclusionProof(1, resource.key), vault.resolve('1').digest ?? '')
          expect(shown).toContain(`'${resource.id}', '${resource.contentDigest}'`)
        }
        vault.close()
      },
    ),
    { numRuns: 6, endOnFailure: true },
  )
})

test('that was changed in any part is refused', async () => {
  const vault = await vaultOf(3, 5)
  const [page] = vault.find(1, 'page', 'p3')
  const proof = vault.inclusionProof(1, page?.key ?? 0)
  const digest = vault.resolve('1').digest ?? ''
  const { resource, scope } = proof
  expect(verify(proof, digest)).toContain("'p3'")
  for (const [changed, message] of [
    [
      { ...proof, resource: { ...resource, leaf: resource.leaf.replace('p3', 'p9') } },
      'resource is not in the scope',
    ],
    [
      { ...proof, resource: { ...resource, path: resource.path.toReversed() } },
      'resource is not in the scope',
    ],
    [
      { ...proof, scope: { ...scope, leaf: scope.leaf.replace('page', 'file') } },
      'scope is not in the snapshot',
    ],
    [{ ...proof, seal: proof.seal.replace('org', 'orh') }, 'seal is not that of the digest'],
  ] as const)
    expect(() => verify(changed, digest)).toThrow(message)
})

test('of a snapshot of an older seal there is none, and the message says so', async () => {
  const vault = await openVaultForWriting(unpackGolden(8))
  const [resource] = vault.resources(1)
  const error = await rejection(() => vault.inclusionProof(1, resource?.key ?? 0))
  expect(error).toMatchObject({
    message: 'snapshot 1 was sealed before there were proofs of single resources',
    hint: expect.stringContaining('a later one'),
  })
  await vault.close()
})
