import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson, digestOf } from '../../../src/model/digest.ts'
import { type PlanDocument, readPlanText, textOfPlan } from '../../../src/restore/plan/document.ts'
import { findPlan, storePlan } from '../../../src/restore/plan/plan-store.ts'
import { type Company, makeCompany } from '../../helpers/company.ts'
import { docvault } from '../../helpers/docvault.ts'
import { comparable, restoreInto, type Target } from '../../helpers/restoring.ts'

describe('the file of a plan', () => {
  test('with steps taken out is refused, unchanged it is applied as it is, and once', async () => {
    const { plan, target, company } = await planned()
    const before = comparable(target)
    const file = join(company.folder, 'plan.json')
    const apply = () => docvault(['restore', 'apply', file, '--yes'], { env: target.env })
    writeFileSync(file, JSON.stringify({ ...plan, steps: plan.steps.slice(0, 1) }, null, 2))
    const refused = await apply()
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('was edited')])
    expect(comparable(target)).toEqual(before)
    writeFileSync(file, textOfPlan(plan))
    expect(await apply()).toMatchObject({ code: 0, stderr: '' })
    const again = await apply()
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('the target has changed')])
    expect(again.stderr).toContain('added collection')
  })

  test('of the wrong form is an error that names the field, never "0 steps"', async () => {
    const { plan } = await planned()
    const { onConflict, snapshot } = plan.request
    for (const [wrong, words] of [
      [{ steps: 'none' }, 'steps: Invalid input: expected array'],
      [{ snapshot: '1' }, 'snapshot: Invalid input: expected number'],
      [{ steps: [{ ...plan.steps[0], action: 'burn' }] }, 'steps.0.action'],
      [{ request: { onConflict, snapshot } }, 'request.to'],
      [{ surprise: 1 }, 'surprise'],
      [{ format: 99 }, 'format'],
      [{ state: plan.contents.slice(1) }, 'state: is no SHA-256'],
    ] as const)
      expect(() => readPlanText(JSON.stringify({ ...plan, ...wrong }), 'plan.json')).toThrow(words)
    for (const text of ['', '{', '[]', 'null', '7', '{}', '['.repeat(100_000)])
      expect(() => readPlanText(text, 'plan.json')).toThrow('plan.json is no plan')
  })

  test('with any single edit of its JSON is refused', async () => {
    const { plan } = await planned()
    const text = textOfPlan(plan)
    expect(readPlanText(text, 'plan')).toEqual(plan)
    expect(readPlanText(JSON.stringify(plan), 'plan')).toEqual(plan)
    const places = placesIn(plan)
    const edit = fc.tuple(
      fc.nat(places.length - 1),
      fc.constantFrom('drop', 'double', 'change'),
      fc.jsonValue(),
    )
    fc.assert(
      fc.property(edit, ([index, how, value]) => {
        const edited = JSON.stringify(editAt(plan, places[index] ?? [], how, value))
        fc.pre(edited !== JSON.stringify(plan))
        expect(() => readPlanText(edited, 'plan')).toThrow(/is no plan|was edited/)
      }),
      { numRuns: 1000 },
    )
  })

  test('that says a field twice, one thing to the reader and another to the program, is refused', async () => {
    const { plan } = await planned()
    const text = textOfPlan(plan).replace('"steps": [', '"steps": [], "steps": [')
    expect(JSON.parse(text)).toEqual(plan)
    expect(() => readPlanText(text, 'plan')).toThrow('was edited')
  })

  test('whose digest was made to fit what was edited is refused with the steps that differ', async () => {
    const { plan, target } = await planned()
    const before = comparable(target)
    const fewer = sealed({ ...plan, steps: plan.steps.slice(1) })
    const first = plan.steps[0]
    await expect(target.run({ action: 'apply', plan: fewer })).rejects.toThrow(
      `plans other steps: with ${first?.action} ${first?.kind} ${first?.label}`,
    )
    const other = sealed({ ...plan, steps: plan.steps.toReversed() })
    await expect(target.run({ action: 'apply', plan: other })).rejects.toThrow('in another order')
    const elsewhere = sealed({ ...plan, contents: digestOf('another snapshot 1') })
    await expect(target.run({ action: 'apply', plan: elsewhere })).rejects.toThrow('is not the one')
    expect(comparable(target)).toEqual(before)
  })

  test('is kept in the vault for its owner only, by its digest', async () => {
    const { plan, company, target } = await planned()
    const file = join(company.vaultPath, 'plans', `${plan.digest}.json`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(findPlan(company.vaultPath, plan.digest.slice(0, 8))).toEqual(plan)
    expect(() => findPlan(company.vaultPath, '../../etc')).toThrow('there is no plan')
    for (let count = 0; count < 120; count++)
      storePlan(company.vaultPath, sealed({ ...plan, estimateMs: plan.estimateMs + 1 + count }))
    expect(() => findPlan(company.vaultPath, plan.digest)).toThrow('there is no plan')
    const [, result] = [storePlan(company.vaultPath, plan), await target.run({ action: 'apply', plan })]
    expect(result.result?.state).toBe('complete')
    writeFileSync(file, textOfPlan(sealed({ ...plan, steps: [] })))
    expect(() => findPlan(company.vaultPath, plan.digest)).toThrow('is not the plan that its name says')
  })
})

interface Planned {
  company: Company
  target: Target
  plan: PlanDocument
}

async function planned(): Promise<Planned> {
  const company = await makeCompany()
  await company.backUp()
  const target = await restoreInto(company)
  const { plan } = await target.plan('1')
  if (plan === null) throw new Error('there is no plan')
  return { company, target, plan }
}

function sealed(plan: PlanDocument): PlanDocument {
  const { digest: _digest, ...rest } = plan
  return { ...plan, digest: digestOf(canonicalJson(rest)) }
}

type Place = readonly (string | number)[]

/** Of every value inside, by the names that lead to it. */
function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const name = Array.isArray(value) ? Number(key) : key
    return [[name], ...placesIn(inner).map(rest => [name, ...rest])]
  })
}

function editAt(value: unknown, [name, ...rest]: Place, how: string, to: unknown): unknown {
  if (name === undefined) return to
  const list = Array.isArray(value) ? value : null
  const entries = Object.entries(Object(value)).flatMap(([key, inner]): [string, unknown][] => {
    if (key !== String(name)) return [[key, inner]]
    if (rest.length > 0 || how === 'change') return [[key, editAt(inner, rest, how, to)]]
    if (how === 'drop') return []
    return list
      ? [
          [key, inner],
          [`${key}a`, inner],
        ]
      : [
          [key, inner],
          [`${key} `, inner],
        ]
  })
  return list ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}
