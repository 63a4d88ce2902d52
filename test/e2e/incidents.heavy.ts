/**
 * Twelve incidents on three services: done through the API, brought back by a restore, compared through the emulator's
 * state by what people call things. It prints what differs afterwards, and judges nothing yet.
 * INCIDENTS (numbers) and PROFILES choose some; LINES: how many differences are printed.
 */
import { afterAll, describe, expect, test } from 'vitest'
import { differences, factsOf } from '../helpers/incidents/facts.ts'
import { makeIncidentCompany } from '../helpers/incidents/incident-company.ts'
import { incidents } from '../helpers/incidents/incidents.ts'
import { restoreHome, restoreInto } from '../helpers/restoring.ts'

const chosen = (name: string, value: string) => process.env[name]?.split(',').includes(value) ?? true
const profiles = (['document', 'full', 'current'] as const).filter(one => chosen('PROFILES', one))
const table: string[] = []
afterAll(() => console.log(table.join('\n')))

describe.each(profiles)('profile %s', profile => {
  test.each(incidents.filter((_, at) => chosen('INCIDENTS', String(at + 1))))('$name', async incident => {
    if (incident.needs === 'sites' && profile === 'document') return
    const company = await makeIncidentCompany(profile)
    await company.backUp({ exact: true })
    const { emulator } = company
    const before = factsOf(emulator.state(), emulator.organization)
    await incident.damage(company)
    const damaged = factsOf(emulator.state(), emulator.organization)
    const target = incident.elsewhere ? await restoreInto(company, { profile }) : restoreHome(company)
    const { result, plan } = await target.apply('1', incident.request)
    const after = factsOf(target.emulator.state(), target.organization)
    const left = differences(before, after)
    table.push(
      `${profile} | ${incident.name} | damage ${differences(before, damaged).length} | left ${left.length} | ${result?.state} | steps ${plan?.steps.length} | failures ${result?.outcome.failures.length} | differences ${result?.verification.differences.length}`,
      ...left.slice(0, Number(process.env.LINES ?? 12)).map(line => `    ${line}`),
    )
    expect(damaged).not.toEqual(incident.elsewhere ? null : before)
  })
})
