import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { explainPlatforms, loadConfig } from '../../config/load.ts'
import { suggest } from '../../config/suggest.ts'
import { runLine } from '../helpers/program.ts'
import { temporaryFolder } from '../vault/fixture.ts'

describe('the configuration file', () => {
  test('is the one that is named, else that of this folder, else that of the user', () => {
    const home = inFolder({
      'docvault.yaml': 'vault: { path: of-the-folder }\n',
      'named.yaml': 'vault: { path: named }\n',
      '.config/docvault/docvault.yaml': 'vault: { path: of-the-user }\n',
      'elsewhere/docvault/docvault.yaml': 'vault: { path: of-xdg }\n',
      'empty/x': '',
    })
    const env = { HOME: home }
    const pathOf = (sources: Parameters<typeof loadConfig>[0]) => loadConfig(sources)['vault.path']
    expect(pathOf({ file: 'named.yaml', env: { ...env, DOCVAULT_CONFIG: 'docvault.yaml' } })).toBe('named')
    expect(pathOf({ env: { ...env, DOCVAULT_CONFIG: 'named.yaml' } })).toBe('named')
    expect(pathOf({ env })).toBe('of-the-folder')
    process.chdir(join(home, 'empty'))
    expect(pathOf({ env: { ...env, XDG_CONFIG_HOME: join(home, 'elsewhere') } })).toBe('of-xdg')
    expect(pathOf({ env })).toBe('of-the-user')
  })

  test('every value has the place that it comes from', () => {
    const home = inFolder({
      'docvault.yaml':
        'platform:\n  attempts: 2\n  concurrency: 3\nplatforms:\n  - name: a\n    concurrency: 4\n',
      token: 'secret\n',
    })
    const env = { DOCVAULT_PLATFORM_TOKEN_FILE: join(home, 'token'), DOCVAULT_PLATFORM_TIMEOUT: '9s' }
    const { file, platforms } = explainPlatforms({ env, flags: { 'vault.path': 'x' } })
    expect(file).toBe('docvault.yaml')
    expect(platforms[0]?.origins).toMatchObject({
      'platform.attempts': 'docvault.yaml:2',
      'platform.concurrency': 'docvault.yaml:6',
      'platform.timeout': 'DOCVAULT_PLATFORM_TIMEOUT',
      'platform.token': join(home, 'token'),
      'vault.path': 'command line',
      'platform.retryDelay': 'default',
    })
  })

  test('`config show` says what counts and from where, and no secret', async () => {
    inFolder({ 'docvault.yaml': 'platform:\n  url: http://me:hush@b\n  token: whisper\n' })
    const { text, code } = await runLine(['config', 'show', '--changed'])
    expect(code).toBe(0)
    expect(text).toMatch(/^platform\.url +http:\/\/me:…@b +docvault\.yaml:2$/m)
    expect(text).toMatch(/^platform\.token +\(set, not shown\) +docvault\.yaml:3$/m)
    expect(text).not.toMatch(/hush|whisper|backup\./)
    expect((await runLine(['config', 'show', '--json'])).text).not.toMatch(/hush|whisper/)
  })
})

describe('a misspelt setting', () => {
  test('is named with its line and the likely one', () => {
    inFolder({
      'docvault.yaml':
        'platform:\n  tiemout: 3s\n  token_file: x\nbackup:\n  retryDelay: 3s\nplatforms:\n  - name: a\n    concurency: 4\n',
    })
    const message = messageOf(() => loadConfig({ env: { DOCVAULT_PLATFROM_URL: 'http://x' } }))
    expect(message).toContain(
      'docvault.yaml:2: there is no setting platform.tiemout; did you mean platform.timeout?',
    )
    expect(message).toContain(
      'docvault.yaml:3: there is no setting platform.token_file; did you mean platform.tokenFile?',
    )
    expect(message).toContain(
      'docvault.yaml:8: there is no setting concurency; did you mean platform.concurrency?',
    )
    expect(message).toContain(
      'DOCVAULT_PLATFROM_URL: there is no such setting; did you mean DOCVAULT_PLATFORM_URL?',
    )
  })

  test('is not what Kubernetes sets for a service of that name, nor what resembles nothing', () => {
    inFolder({})
    const env = {
      DOCVAULT_SERVICE_HOST: '10.0.0.1',
      DOCVAULT_SERVICE_PORT: '8090',
      DOCVAULT_SERVICE_PORT_HTTP: '8090',
      DOCVAULT_PORT: 'tcp://10.0.0.1:8090',
      DOCVAULT_PORT_8090_TCP_ADDR: '10.0.0.1',
      DOCVAULT_REDIS_PORT: 'tcp://10.0.0.2:6379',
    }
    expect(explainPlatforms({ env }).unread).toEqual([])
    expect(explainPlatforms({ env: { DOCVAULT_COLOUR_SCHEME: 'blue' } }).unread).toEqual([
      'DOCVAULT_COLOUR_SCHEME',
    ])
  })

  test.each([
    ['tiemout', 'timeout'],
    ['tokenfile', 'tokenFile'],
    ['serer.port', 'server.port'],
    ['wrong.unique', 'right.unique'],
    ['colour', null],
    ['x', null],
  ])('%s is taken for %s', (name, meant) => {
    expect(suggest(name, ['timeout', 'tokenFile', 'server.port', 'right.unique'])).toBe(meant)
  })
})

test('a demo has nothing to do with what is configured for real work', async () => {
  inFolder({ 'docvault.yaml': 'platforms:\n  - name: real\n  - name: other\n' })
  const env = { DOCVAULT_PLATFORM_ORGANIZATIONS: 'org-of-somebody' }
  expect((await runLine(['demo'], { env })).text).toContain('no damage found')
})

/** The folder is the current one until the test is over. */
function inFolder(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const before = process.cwd()
  process.chdir(folder)
  onTestFinished(() => process.chdir(before))
  return folder
}

function messageOf(task: () => unknown): string {
  try {
    task()
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}
