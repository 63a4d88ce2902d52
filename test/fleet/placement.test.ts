import { describe, expect, test } from 'vitest'
import { decidePlace, homeOf, type Place, type Standpoint } from '../../src/fleet/placement.ts'
import { UNOWNED, type VaultOwner } from '../../src/model/vault-owner.ts'

const [US, THEM] = ['us.1', 'them.2']
const owned = (host: string, epoch: number): VaultOwner => ({
  host,
  epoch,
  since: '2026-01-01T00:00:00.000Z',
  retired: false,
})
const at = (host: string, epoch: number): Place => ({ host, epoch })
const decide = (given: Partial<Standpoint>) =>
  decidePlace({ host: US, owner: null, place: null, home: THEM, ...given })

describe('a vault is opened here', () => {
  test.each<[string, Partial<Standpoint>, number]>([
    ['when it is nowhere, and its home is here', { home: US }, 1],
    ['when it was of nobody: it joins the fleet', { owner: UNOWNED }, 1],
    ['when it was of nobody again, under a later epoch', { owner: { ...UNOWNED, epoch: 4 } }, 5],
    ['when both say that it is here', { owner: owned(US, 3), place: at(US, 3) }, 3],
    ['when Redis has forgotten everything', { owner: owned(US, 3), place: null }, 3],
    ['when Redis was restored from before it came here', { owner: owned(US, 3), place: at(THEM, 2) }, 3],
  ])('%s', (_, given, epoch) => {
    expect(decide(given)).toEqual({ is: 'ours', claim: { host: US, epoch } })
  })
})

describe('a vault is left to others', () => {
  test.each<[string, Partial<Standpoint>]>([
    ['when it is nowhere, and its home is elsewhere', {}],
    ['when it is nowhere, and it is not known who is there', { home: null }],
    ['when it is placed elsewhere, whatever its home', { place: at(THEM, 1), home: US }],
    ['when the folder here is of nobody, and it is placed elsewhere', { owner: UNOWNED, place: at(THEM, 1) }],
    ['when the folder is of another host, whatever Redis says', { owner: owned(THEM, 1), place: at(US, 1) }],
    ['when two say the same of themselves', { owner: owned(US, 2), place: at(THEM, 2) }],
    ['when this folder was left behind', { owner: { ...owned(THEM, 2), retired: true }, place: null }],
    [
      'when its folder is gone: an empty one in its place would be a loss that nobody sees',
      { place: at(US, 4) },
    ],
    ['when the folder is older than what was here', { owner: owned(US, 2), place: at(US, 4) }],
  ])('%s', (_, given) => {
    expect(decide(given)).toMatchObject({ is: 'elsewhere' })
  })

  test('and its folder is retired, when it was taken over meanwhile', () => {
    const place = at(THEM, 3)
    expect(decide({ owner: owned(US, 2), place })).toEqual({ is: 'left-behind', place })
  })
})

test('the home of new vaults is the same whoever asks, spread over the hosts, and moves only with its host', () => {
  const hosts = ['a.1', 'b.2', 'c.3']
  const names = Array.from({ length: 300 }, (_, index) => `org-${index}`)
  const homes = names.map(name => homeOf(name, hosts))
  expect(names.map(name => homeOf(name, hosts.toReversed()))).toEqual(homes)
  for (const host of hosts) expect(homes.filter(home => home === host).length).toBeGreaterThan(60)
  const without = names.map(name => homeOf(name, ['a.1', 'c.3']))
  for (const [index, home] of homes.entries()) if (home !== 'b.2') expect(without[index]).toBe(home)
})
