/** Golden broken vaults: what a check says of each, what a repair would do, does, and leaves. */
import { describe, expect, test } from 'vitest'
import { DamageFound, VaultUnusable } from '../../src/model/errors.ts'
import { checkVaultAt, openVaultForWriting, planRepairAt, type RepairReport } from '../../src/vault/vault.ts'
import { BROKEN } from './broken/damages.ts'
import { compactedVault, copyOf, goldenVault } from './broken/vaults.ts'

async function codesIn(path: string): Promise<{ damage: string[]; info: string[] }> {
  const damage = new Set<string>()
  const info = new Set<string>()
  for await (const { code, severity } of checkVaultAt(path, { readData: true }))
    (severity === 'damage' ? damage : info).add(code)
  return { damage: [...damage], info: [...info] }
}

async function repaired(path: string): Promise<RepairReport> {
  const acting = { by: 'ada', note: (act: object) => ({ body: () => JSON.stringify(act), sign: null }) }
  try {
    const vault = await openVaultForWriting(path, { asFound: true })
    try {
      return await vault.repair({ acting })
    } finally {
      await vault.close()
    }
  } catch (error) {
    if (!(error instanceof DamageFound || error instanceof VaultUnusable)) throw error
    return planRepairAt(path, {})
  }
}

const actionsIn = ({ remedies }: RepairReport) => [...new Set(remedies.map(({ action }) => action))].sort()

describe.each(Object.entries(BROKEN))('%s', (_, broken) => {
  test('is told, planned, mended as planned, and what is left is said', async () => {
    const path = copyOf(broken.vault === 'golden' ? await goldenVault() : await compactedVault())
    broken.damage(path)
    expect((await codesIn(path)).damage).toEqual(broken.verdict)
    const plan = await planRepairAt(path, {})
    expect((await codesIn(path)).damage).toEqual(broken.verdict)
    expect([actionsIn(plan), plan.applied, plan.kept]).toEqual([[...broken.remedies].sort(), false, null])
    const report = await repaired(path)
    expect(report.remedies).toEqual(plan.remedies)
    const after = await codesIn(path)
    expect([...after.damage, ...after.info].filter(code => !code.startsWith('copy-'))).toEqual(broken.after)
    expect(report.left > 0).toBe(after.damage.length > 0)
    expect(report.lost > 0).toBe(after.info.includes('content-lost'))
    const again = await repaired(path)
    expect(again.remedies.filter(({ action }) => action !== 'none')).toEqual([])
  })
})
