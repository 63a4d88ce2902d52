import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { exampleConfig } from '../../config/example.ts'
import { loadConfig, loadPlatforms } from '../../config/load.ts'
import { environmentName, settings } from '../../config/settings.ts'
import { docvault } from '../helpers/docvault.ts'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'docvault-config-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

function write(text: string): string {
  const file = join(folder(), 'docvault.yaml')
  writeFileSync(file, text)
  return file
}

describe('several platforms', () => {
  test('each has its token, organizations, schedule and vault on top of what is common', () => {
    const token = write('token-of-a\n')
    const file = write(`
platform: { concurrency: 3, url: http://common.example }
vault: { path: /data }
schedules: { timezone: Europe/Berlin }
platforms:
  - name: a
    tokenFile: ${token}
    organizations: [o1, o2]
    schedules: { backup: 30 1 * * * }
  - name: b
    url: http://b.example
    token: token-of-b
    vault: { path: /elsewhere }
    schedules: { timezone: America/New_York, sync: off }
`)
    const [a, b] = loadPlatforms({ file, env: { DOCVAULT_PLATFORM_TOKEN: 'of-the-environment' } })
    expect(a?.config).toMatchObject({
      'platform.url': 'http://common.example',
      'platform.token': 'token-of-a',
      'platform.organizations': ['o1', 'o2'],
      'platform.concurrency': 3,
      'vault.path': '/data/a',
      'schedules.backup': '30 1 * * *',
      'schedules.timezone': 'Europe/Berlin',
    })
    expect(b?.config).toMatchObject({
      'platform.url': 'http://b.example',
      'platform.token': 'token-of-b',
      'vault.path': '/elsewhere',
      'schedules.timezone': 'America/New_York',
      'schedules.sync': 'off',
    })
    expect(loadConfig({ file, env: {}, platform: 'b' })['platform.token']).toBe('token-of-b')
    expect(() => loadConfig({ file, env: {} })).toThrow('a, b')
  })

  test('everything that is wrong with the list is named at once', () => {
    const file = write(`
platforms:
  - name: a
    vault: { path: /same }
    server: { port: 1 }
    colour: blue
  - name: a
    vault: { path: /same }
    schedules: { backup: sometimes, timezone: Mars/Olympus }
  - url: http://nameless
`)
    let message = ''
    try {
      loadPlatforms({ file, env: {} })
    } catch (error) {
      message = String(error)
    }
    for (const words of [
      'two platforms are named a',
      '/same',
      'server.port',
      'colour',
      'sometimes',
      'Mars/Olympus',
      'platforms[2]',
    ])
      expect(message).toContain(words)
  })

  test('every secret can come from a file', () => {
    const secrets = Object.entries(settings).flatMap(([key, setting]) => ('secret' in setting ? [key] : []))
    expect(secrets.length).toBeGreaterThan(5)
    const file = write('from-a-file\n')
    for (const key of secrets) {
      const config = loadConfig({ env: { [environmentName(`${key}File`)]: file } })
      expect([key, Object.entries(config).find(([name]) => name === key)?.[1]]).toEqual([key, 'from-a-file'])
    }
  })
})

describe('config init', () => {
  test('writes a file that changes nothing as it is, and is good with every # taken away', async () => {
    expect(loadPlatforms({ file: write(exampleConfig()), env: {} })).toEqual(loadPlatforms({ env: {} }))
    const text = exampleConfig().split('# Several platforms')[0] ?? ''
    const active = text.replaceAll(/^# (?=\w+:$)/gm, '').replaceAll(/^# {3}(?=[a-zA-Z.]+:)/gm, '  ')
    const parsed = parse(active)
    for (const key of Object.keys(settings)) {
      const [section = '', ...names] = key.split('.')
      expect(Object.keys(parsed[section])).toContain(names.join('.'))
    }
    const withoutEmpty = active.replaceAll(/^ {2}[a-zA-Z.]+:$\n/gm, '')
    expect(loadPlatforms({ file: write(withoutEmpty), env: {} })).toEqual(loadPlatforms({ env: {} }))
  })

  test('does not overwrite, and check says what is there without the token', async () => {
    const cwd = folder()
    expect((await docvault(['config', 'init'], { cwd })).code).toBe(0)
    expect(readFileSync(join(cwd, 'docvault.yaml'), 'utf8')).toContain('DOCVAULT_PLATFORM_TOKEN_FILE')
    expect((await docvault(['config', 'init'], { cwd })).code).toBe(2)
    const env = { DOCVAULT_PLATFORM_URL: 'http://x.example', DOCVAULT_PLATFORM_TOKEN: 'MARKED-token' }
    const checked = await docvault(['config', 'check'], { cwd, env })
    expect([checked.code, checked.stdout.toString().includes('MARKED')]).toEqual([0, false])
    expect((await docvault(['config', 'check'], { cwd })).code).toBe(2)
  })

  test('check names a tenant that has a role and no platform, also where one platform is looked at', async () => {
    const cwd = folder()
    const own = 'url: http://x.example, token: t'
    writeFileSync(
      join(cwd, 'docvault.yaml'),
      [
        'server:\n  roles: [{group: a, role: viewer, tenants: [globex, acne]}]',
        `platforms:\n  - {name: acme, ${own}}\n  - {name: globex-docs, tenant: globex, ${own}}\n`,
      ].join('\n'),
    )
    for (const more of [[], ['--platform', 'acme']]) {
      const { code, stdout } = await docvault(['config', 'check', ...more], { cwd })
      const doubts = stdout
        .toString()
        .split('\n')
        .filter(line => line.startsWith('?'))
      expect([code, doubts]).toEqual([
        0,
        [
          '? server.roles gives a role for the tenant acne, and no platform is of it: tenants are acme, globex',
        ],
      ])
    }
  })
})
