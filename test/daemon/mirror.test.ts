import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.ts'

const marked = 'MARKED-git-password'

async function mirrored(daemon: TestDaemon, snapshot: number): Promise<void> {
  const record = await daemon.ended(
    one => one.job === 'mirror' && one.message.startsWith(`snapshot ${snapshot}:`),
  )
  expect(record.outcome).toBe('done')
}

describe('the mirror', () => {
  test('follows every snapshot, and rewrites only the files that changed', async () => {
    const company = await makeCompany()
    const path = join(company.folder, 'mirror')
    const daemon = await startTestDaemon(company, { env: { DOCVAULT_MIRROR_PATH: path } })
    await daemon.run('backup')
    await mirrored(daemon, 1)
    const [organization = ''] = readdirSync(path)
    const file = (name: string) => join(path, organization, name)
    expect(readFileSync(file('Handbook/README.md'), 'utf8')).toContain('# Welcome')
    const before = ['Handbook/guides/linux.md', 'Second/README.md'].map(name => statSync(file(name)).ino)
    writeFileSync(file('Handbook/own.txt'), 'somebody put this here')
    await company.edit({ 'README.md': '# Changed\n', 'guides/install.md': null })
    await daemon.run('sync')
    await mirrored(daemon, 2)
    expect(readFileSync(file('Handbook/README.md'), 'utf8')).toBe('# Changed\n')
    const after = ['Handbook/guides/linux.md', 'Second/README.md'].map(name => statSync(file(name)).ino)
    expect(after).toEqual(before)
    expect(readFileSync(file('Handbook/own.txt'), 'utf8')).toContain('somebody')
  })

  test('a space that is gone or has another title leaves, and only what docvault wrote goes', async () => {
    const company = await makeCompany()
    const path = join(company.folder, 'mirror')
    const daemon = await startTestDaemon(company, { env: { DOCVAULT_MIRROR_PATH: path } })
    await daemon.run('backup')
    await mirrored(daemon, 1)
    const spaces = [...company.vault().resources(1, { kind: 'space' })]
    const idOf = (title: string) =>
      spaces.find(one => JSON.stringify(company.vault().readJson(one)).includes(`"title":"${title}"`))?.id ??
      ''
    company.emulator.patch('space', idOf('Second'), { title: 'Renamed' })
    await daemon.run('backup')
    await mirrored(daemon, 2)
    const [organization = ''] = readdirSync(path)
    const folders = () => readdirSync(join(path, organization)).filter(name => !name.startsWith('.'))
    expect(folders()).toEqual(['Handbook', 'Renamed'])
    company.emulator.remove('space', idOf('Second'))
    await daemon.run('backup')
    await mirrored(daemon, 3)
    expect(folders()).toEqual(['Handbook'])
  })

  test('in Git, each snapshot that changed something is a commit that says what, and is pushed', async () => {
    const company = await makeCompany()
    const path = join(company.folder, 'mirror')
    const remote = join(company.folder, `${marked}.git`)
    mkdirSync(remote)
    execFileSync('git', ['init', '--quiet', '--bare'], { cwd: remote })
    const daemon = await startTestDaemon(company, {
      env: { DOCVAULT_MIRROR_PATH: path, DOCVAULT_MIRROR_GIT: 'true', DOCVAULT_MIRROR_GIT_REMOTE: remote },
    })
    await daemon.run('backup')
    await mirrored(daemon, 1)
    await company.edit({ 'README.md': '# Changed\n' })
    await daemon.run('sync')
    await mirrored(daemon, 2)
    await daemon.run('backup')
    await mirrored(daemon, 3)
    const [organization = ''] = readdirSync(path)
    const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd }).toString()
    const log = git(join(path, organization), 'log', '--format=%s%n%b')
    expect(log.match(/^Snapshot \d+:.*$/gm)).toEqual([
      'Snapshot 2: 1 modified',
      expect.stringMatching(/^Snapshot 1: \d+ added$/),
    ])
    expect(log).toContain('modified Handbook/README.md')
    expect(git(join(path, organization), 'status', '--porcelain')).toBe('')
    const [branch = ''] = git(remote, 'branch', '--format=%(refname:short)').split('\n')
    expect(git(remote, 'show', `${branch}:Handbook/README.md`)).toBe('# Changed\n')
    expect(readFileSync(join(path, organization, '.git', 'config'), 'utf8')).not.toContain(marked)
  })

  test('a push that fails is told without the address, and the commit stays', async () => {
    const company = await makeCompany()
    const path = join(company.folder, 'mirror')
    const daemon = await startTestDaemon(company, {
      env: {
        DOCVAULT_MIRROR_PATH: path,
        DOCVAULT_MIRROR_GIT: 'true',
        DOCVAULT_MIRROR_GIT_REMOTE: `http://user:${marked}@127.0.0.1:9/x.git`,
      },
    })
    await daemon.run('backup')
    const record = await daemon.ended(one => one.job === 'mirror')
    expect(record).toMatchObject({ outcome: 'failed', code: 'git-failed' })
    expect(JSON.stringify(daemon.lines)).not.toContain(marked)
    const [organization = ''] = readdirSync(path)
    const log = execFileSync('git', ['log', '--oneline'], { cwd: join(path, organization) })
    expect(log.toString()).toContain('Snapshot 1')
  })
})
