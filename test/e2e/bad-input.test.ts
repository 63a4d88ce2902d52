import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openVaultForWriting } from '../../src/vault/vault.ts'
import { type Company, makeCompany } from '../helpers/company.ts'
import { docvault } from '../helpers/docvault.ts'

const run = (company: Company, args: readonly string[], env: Record<string, string> = {}) =>
  docvault(args, { cwd: company.folder, env: { ...company.env, ...env } })

const lastEvent = (events: Record<string, unknown>[]) => events.at(-1)

describe('bad input', () => {
  test('a wrong token ends with 12, says so, and leaves no vault behind', async () => {
    const company = await makeCompany()
    const result = await run(company, ['backup', '--json'], { DOCVAULT_PLATFORM_TOKEN: 'wrong' })
    expect(result.code).toBe(12)
    expect(result.stderr).toContain('check platform.token')
    expect(result.stderr).not.toContain('wrong')
    expect(lastEvent(result.events)).toMatchObject({
      message_type: 'exit_error',
      code: 12,
      error: 'unauthorized',
    })
    expect(existsSync(company.vaultPath)).toBe(false)
  })

  test('an unreachable platform is named, and what the vault holds stays', async () => {
    const company = await makeCompany()
    await company.backUp()
    const result = await run(company, ['backup'], { DOCVAULT_PLATFORM_URL: 'http://127.0.0.1:1/v1' })
    expect(result.code).toBe(1)
    expect(result.stderr).toMatch(/no connection .*ECONNREFUSED.*\n.*is platform\.url right/)
    expect(company.vault().resolve('latest').snapshot).toBe(1)
  })

  test('a platform that answers HTML is told apart from one that is down', async () => {
    const company = await makeCompany()
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end('<!doctype html><title>Welcome</title>')
    })
    server.listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise(resolve => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    const result = await run(company, ['backup'], { DOCVAULT_PLATFORM_URL: `http://127.0.0.1:${port}` })
    expect(result.code).toBe(1)
    expect(result.stderr).toContain('answered HTML instead of JSON')
    expect(result.stderr).toContain('not of the web site')
  })

  test('a vault path that is a file is refused and left alone', async () => {
    const company = await makeCompany()
    writeFileSync(company.vaultPath, 'mine')
    const result = await run(company, ['backup'])
    expect(result.code).toBe(1)
    expect(result.stderr).toContain(company.vaultPath)
    expect(result.stderr).toContain('is not a folder')
  })

  test('a vault made by a newer version is refused and not touched', async () => {
    const company = await makeCompany()
    await company.backUp()
    const catalog = new Database(join(company.vaultPath, 'catalog.db'))
    catalog.pragma('user_version = 9999')
    catalog.close()
    rmSync(join(company.vaultPath, 'head.json'))
    for (const command of [['backup'], ['snapshots'], ['check']]) {
      const result = await run(company, command)
      expect(result.code).toBe(1)
      expect(result.stderr).toMatch(/newer/)
    }
  })

  test('no vault ends with 10 and creates none', async () => {
    const company = await makeCompany()
    const result = await run(company, ['snapshots'])
    expect(result.code).toBe(10)
    expect(existsSync(company.vaultPath)).toBe(false)
  })

  test('two backups at once: the second ends with 11 and names the first', async () => {
    const company = await makeCompany()
    await company.backUp()
    const vault = await openVaultForWriting(company.vaultPath, { command: 'docvault backup' })
    onTestFinished(() => vault.close())
    const result = await run(company, ['backup', '--json'])
    expect(result.code).toBe(11)
    expect(result.stderr).toContain(String(process.pid))
    expect(lastEvent(result.events)).toMatchObject({
      message_type: 'exit_error',
      code: 11,
      error: 'vault-locked',
    })
  })

  test.each(['99', 'latest~7', '@2001-01-01', 'yesterday'])(
    'the unknown snapshot %s is wrong usage',
    async name => {
      const company = await makeCompany()
      await company.backUp()
      const result = await run(company, ['ls', name])
      expect(result.code).toBe(2)
      expect(result.stderr).toContain(name.replace('@', ''))
    },
  )

  test('a broken YAML file is named with its line', async () => {
    const company = await makeCompany()
    writeFileSync(join(company.folder, 'docvault.yaml'), 'platform:\n  url: "unfinished\n')
    const result = await run(company, ['backup'])
    expect(result.code).toBe(2)
    expect(result.stderr).toMatch(/docvault\.yaml.*line/)
  })

  test('an unknown command, option, kind and form are wrong usage, each with what there is', async () => {
    const company = await makeCompany()
    await company.backUp()
    for (const [args, hint] of [
      [['backpu'], 'docvault --help'],
      [['backup', '--exat'], 'exat'],
      [['ls', 'latest', '--kind', 'pages'], 'kinds are organization'],
      [['show', 'latest', 'page', 'README.md', '--as', 'html'], 'forms are json'],
      [['diff', '1', '2', '3'], 'many'],
      [['diff', '1'], 'docvault backup'],
    ] as const) {
      const result = await run(company, args)
      expect([args, result.code]).toEqual([args, 2])
      expect(result.stderr).toContain(hint)
    }
  })

  test('a member list cut in the middle: partial, one gap, and nobody is removed', async () => {
    const company = await makeCompany()
    const first = await company.backUp()
    company.emulator.fault({ operation: 'listMembersInOrganizationById', kind: 'truncate' })
    const result = await run(company, ['backup', '--json'])
    expect(result.code).toBe(3)
    expect(lastEvent(result.events)).toMatchObject({
      message_type: 'summary',
      state: 'partial',
      removed: 0,
      resources: { member: first.resources.member },
      gaps: [{ kind: 'member', class: 'truncated' }],
    })
    const diff = await run(company, ['diff', '1', '2', '--json'])
    const changes = diff.events.filter(one => one.message_type === 'change')
    expect(changes).toMatchObject([{ type: 'unknown', kind: 'member' }])
  })

  test('a page that answers 500 for ever: partial, one gap, its last good body stays', async () => {
    const company = await makeCompany()
    await company.backUp()
    await company.edit({ 'guides/linux.md': '# On Linux\n\nNew.\n', 'README.md': '# Welcome\n\nNew.\n' })
    const [page] = [...company.vault().resources(1, { kind: 'page' })].filter(one =>
      JSON.stringify(company.vault().readJson(one)).includes('guides/linux.md'),
    )
    company.emulator.fault({
      operation: 'getPageInRevisionById',
      kind: 'status',
      status: 500,
      match: page?.id ?? '',
    })
    const result = await run(company, ['backup', '--json'])
    expect(result.code).toBe(3)
    expect(lastEvent(result.events)).toMatchObject({
      // The page that could be read, and the links that the space has then.
      modified: 2,
      removed: 0,
      gaps: [{ kind: 'page', resource: page?.id, class: 'unreachable' }],
    })
    const show = await run(company, ['show', '2', 'page', page?.id ?? '', '--as', 'markdown'])
    expect(show.stdout.toString()).toContain('Windows line ends')
    company.emulator.clearFaults()
    const after = await company.backUp()
    expect(after).toMatchObject({ state: 'complete', modified: 1, gaps: [] })
  })

  test.each(['http://169.254.169.254/latest/meta-data', 'http://[fd00::1]/x', 'file:///etc/passwd'])(
    'a download URL that points to %s is refused',
    async url => {
      const company = await makeCompany()
      const file = fileOf(company, 'logo.png')
      company.emulator.patch('file', file, { downloadURL: url })
      const result = await run(company, ['backup', '--json'])
      expect(result.code).toBe(3)
      expect(lastEvent(result.events)).toMatchObject({ gaps: [{ kind: 'file', resource: file }] })
    },
  )

  test('a redirect of a download into the private network is refused', async () => {
    const company = await makeCompany()
    company.emulator.fault({ operation: 'download', kind: 'redirect', location: 'http://169.254.169.254/' })
    const result = await run(company, ['backup', '--json'])
    expect(result.code).toBe(3)
    const gaps: unknown = lastEvent(result.events)?.gaps
    // Two files in each of two spaces; three icons and one preview of integrations.
    expect(gaps).toHaveLength(4 + 4)
    expect(JSON.stringify(gaps)).toContain('169.254.169.254')
  })

  test('a file named ../../etc/passwd stays inside the exported folder', async () => {
    const company = await makeCompany()
    const path = '../../etc/passwd'
    const oid = /"oid":"(\w+)","path":"\.gitbook\/assets\/logo\.png"/.exec(
      JSON.stringify(company.emulator.state()),
    )?.[1]
    company.emulator.patch('file', fileOf(company, 'logo.png'), { name: path, git: { oid: oid ?? '', path } })
    await company.backUp()
    const result = await run(company, ['export', 'latest', 'out/deep'])
    expect(result).toMatchObject({ code: 0, stderr: '' })
    expect(readdirSync(join(company.folder, 'out'))).toEqual(['deep'])
    expect(readdirSync(join(company.folder, 'out/deep')).sort()).toEqual([
      '.docvault-export',
      'Handbook',
      'Second',
    ])
    expect(readFileSync(join(company.folder, 'out/deep/Handbook/etc/passwd'), 'utf8')).toBe(
      'not really a picture',
    )
  })

  test('an export into a folder with other things in it is refused', async () => {
    const company = await makeCompany()
    await company.backUp()
    const result = await run(company, ['export', 'latest', company.handbook, '--space', 'Handbook'])
    expect(result.code).toBe(2)
    expect(result.stderr).toContain(company.handbook)
  })
})

function fileOf(company: Company, name: string): string {
  const found = /"id":"([^"]+)","name":"([^"]+)"/g
  for (const [, id, given] of JSON.stringify(company.emulator.state()).matchAll(found))
    if (given === name) return id ?? ''
  throw new Error(`the emulator has no file ${name}`)
}
