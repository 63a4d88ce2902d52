import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import { environmentName, settings } from '../../config/settings.ts'
import { UsageError } from '../../src/model/errors.ts'

function writeFile(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'docvault-config-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

function messageOf(task: () => unknown): string {
  try {
    task()
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError)
    return error instanceof Error ? error.message : ''
  }
}

describe('configuration', () => {
  test('flags win over the environment, that over the file, that over the defaults', () => {
    const file = writeFile(
      'docvault.yaml',
      'vault:\n  path: from-file\nplatform:\n  concurrency: 3\n  attempts: 2\n',
    )
    const env = { DOCVAULT_PLATFORM_CONCURRENCY: '5', DOCVAULT_VAULT_PATH: 'from-env' }
    const config = loadConfig({ file, env, flags: { 'vault.path': 'from-flag' } })
    expect(config['vault.path']).toBe('from-flag')
    expect(config['platform.concurrency']).toBe(5)
    expect(config['platform.attempts']).toBe(2)
    expect(config['backup.shrinkGuard']).toBe(settings['backup.shrinkGuard'].default)
  })

  test('every bad value is named at once, a secret is not repeated', () => {
    const file = writeFile(
      'docvault.yaml',
      'platform:\n  token: [1]\n  tiemout: 3s\nbackup:\n  formats: [docx]\n',
    )
    const env = { DOCVAULT_PLATFORM_CONCURRENCY: 'many', DOCVAULT_BACKUP_SHRINK_GUARD: '120' }
    const message = messageOf(() => loadConfig({ file, env }))
    for (const part of [
      'platform.token is no text',
      'platform.tiemout',
      'docx',
      '"many"',
      'backup.shrinkGuard',
    ]) {
      expect(message).toContain(part)
    }
  })

  test('broken YAML is an error that names the file and the line', () => {
    const file = writeFile('broken.yaml', 'platform:\n  url: "http://x\n')
    expect(messageOf(() => loadConfig({ file, env: {} }))).toMatch(/broken\.yaml.*line/s)
  })

  test('a configuration file that was named and is not there is an error', () => {
    expect(messageOf(() => loadConfig({ file: '/nowhere/x.yaml', env: {} }))).toContain('/nowhere/x.yaml')
  })

  test('durations and sizes take their units, lists take commas', () => {
    const env = {
      DOCVAULT_PLATFORM_TIMEOUT: '90s',
      DOCVAULT_PLATFORM_MAX_FILE_BYTES: '2 GiB',
      DOCVAULT_BACKUP_FORMATS: 'markdown, document',
      DOCVAULT_PLATFORM_ALLOW_PRIVATE_ADDRESSES: 'true',
    }
    const config = loadConfig({ env })
    expect(config['platform.timeout']).toBe(90_000)
    expect(config['platform.maxFileBytes']).toBe(2 * 1024 ** 3)
    expect(config['backup.formats']).toEqual(['markdown', 'document'])
    expect(config['platform.allowPrivateAddresses']).toBe(true)
  })

  test('a token can come from a file', () => {
    const file = writeFile('token', 'gb_api_abc\n')
    expect(loadConfig({ env: { DOCVAULT_PLATFORM_TOKEN_FILE: file } })['platform.token']).toBe('gb_api_abc')
  })

  test('environment names are the keys in upper snake case', () => {
    expect(environmentName('platform.allowPrivateAddresses')).toBe(
      'DOCVAULT_PLATFORM_ALLOW_PRIVATE_ADDRESSES',
    )
  })
})
