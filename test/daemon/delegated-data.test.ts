import { expect, test } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import { delegatedJobs } from '../../jobs/delegated.ts'
import { withSettings } from '../../src/daemon/delegated-settings.ts'
import { UsageError } from '../../src/model/errors.ts'

const config = loadConfig({ env: { DOCVAULT_PLATFORM_URL: 'http://a', DOCVAULT_PLATFORM_TOKEN: 'theirs' } })

test('what a job does not take is refused before anything begins', () => {
  const request = { policy: [], timezone: 'UTC', readingsMs: 0 }
  const wrong: [string, unknown][] = [
    ['backup', {}],
    ['backup', { trigger: 'manual', organization: 'x' }],
    ['backup', { trigger: 'manual', exact: 'yes' }],
    ['drill', { profile: 'newest' }],
    ['drill', { live: 7 }],
    ['drill', { standalone: 'yes' }],
    ['forget', { action: 'apply', by: 'ada', expect: 1, plan: 'x' }],
    [
      'forget',
      {
        action: 'apply',
        by: 'ada',
        expect: 1,
        plan: 'x',
        request: { ...request, policy: [{ bucket: 'moon', count: 1 }] },
      },
    ],
    ['forget', { action: 'apply', by: 'ada', expect: -1, plan: 'x', request }],
    ['forget', { action: 'undo' }],
    ['compact', {}],
    ['compact', { level: 20 }],
    ['repair', {}],
    ['repair', { by: 'ada', offline: 'yes' }],
    ['prune', {}],
    ['prune', { by: 'ada', undoMs: -1 }],
    ['prune', { by: 'ada', undoMs: 0, maxDurationMs: '10m' }],
    ['prune', { by: 'ada', undoMs: 0, apply: true }],
    ['pin', { by: 'ada', snapshot: '1' }],
    ['pin', { by: 'ada', snapshot: '1', reason: '', until: 'tomorrow' }],
    ['unpin', { snapshot: '1' }],
    ['tag', { by: 'ada', snapshot: 1, tag: 'x' }],
    ['hold', { by: 'ada', who: 'Legal', why: 'x', name: 'x', space: 's' }],
    ['release', { by: 'ada', hold: 0 }],
    ['restore', {}],
    ['restore', { action: 'delete' }],
    ['restore', { action: 'undo', run: 0 }],
    ['restore', { action: 'incident', before: '1', after: '2', request: { to: 'x' } }],
    ['restore', { action: 'resume', run: 1, by: 'x' }],
    ['restore', { action: 'plan', snapshot: '1', request: { everything: true } }],
    ['restore', { action: 'apply', plan: { steps: [] } }],
    ['restore', { action: 'apply', plan: null, by: 'x' }],
  ]
  for (const [name, data] of wrong)
    expect(() => delegatedJobs.find(one => one.name === name)?.open(data, config)).toThrow(UsageError)
})

test('a backup of one organization holds that one, of several or of nobody knows which the vault', () => {
  const backup = delegatedJobs.find(one => one.name === 'backup')
  const held = (organizations: string[] | undefined, env: Record<string, string> = {}) => {
    const data = { trigger: 'manual', ...(organizations ? { organizations } : {}) }
    const { holds, organization } = backup?.open(data, loadConfig({ env })) ?? {}
    return [holds, organization]
  }
  expect(held(['a'])).toEqual(['organization', 'a'])
  expect(held(['a', 'b'])).toEqual(['vault', null])
  expect(held(undefined)).toEqual(['vault', null])
  expect(held(undefined, { DOCVAULT_PLATFORM_ORGANIZATIONS: 'a' })).toEqual(['organization', 'a'])
})

test('settings of jobs count as the command has them, nothing else does, and the token stays with its service', () => {
  expect(withSettings(config, { 'platform.url': 'http://a', 'platform.token': 'theirs' }).reaches).toBe(false)
  const own = withSettings(config, { 'platform.token': 'own', 'restore.writer': 'batch' })
  expect([own.reaches, own.config['platform.token'], own.config['restore.writer']]).toEqual([
    true,
    'own',
    'batch',
  ])
  for (const given of [
    { 'platform.url': 'http://b' },
    { 'vault.path': '/elsewhere' },
    { 'server.token': 'mine' },
    { 'restore.writer': 7 },
    { 'backup.nothing': true },
  ])
    expect(() => withSettings(config, given)).toThrow(UsageError)
})
