/** `replica key`, `replicate` and `recover`, as somebody types them; and what they say where it goes wrong. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runLine } from '../helpers/program.ts'
import { viewsAt } from '../replica/world.ts'
import { makeDatedVault, nights } from '../retention/dated-vault.ts'
import { temporaryFolder } from '../vault/fixture.ts'

const PASSPHRASE = 'correct horse battery staple'

async function vaultWithNights() {
  const vaultPath = await makeDatedVault(nights(3, '2026-06-19'))
  const folder = temporaryFolder()
  const env = { DOCVAULT_VAULT_PATH: vaultPath }
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  return {
    vaultPath,
    folder,
    target: join(folder, 'replica'),
    env,
    file,
    right: file('right.txt', `${PASSPHRASE}\n`),
    run: (...argv: string[]) => runLine(argv, { env }),
  }
}

/** Without scrypt. */
async function keyOf(folder: string) {
  const file = join(folder, 'ada.txt')
  const { stderr } = spawnSync('age-keygen', ['-o', file], { encoding: 'utf8' })
  return { file, recipient: /age1\w+/.exec(stderr)?.[0] ?? '' }
}

describe('with the master key', () => {
  test('from nothing to a replica, and from the replica and the passphrase to the vault', async () => {
    const { vaultPath, folder, target, right, file, run } = await vaultWithNights()
    const made = await run('replica', 'key', 'new', '--passphrase-file', right)
    expect(made.text).toMatch(/paper key, shown this once: [\s\S]*\n# signer: \S+\nAGE-SECRET-KEY-1\w+\n/)
    await expect(run('replica', 'key', 'new', '--passphrase-file', right)).rejects.toThrow(
      /master key already/,
    )
    const begun = await run('replicate', target, '--init')
    expect(begun.text).toMatch(/replica: run 1 has 3 snapshots; 1 pack sent, .* in all\n$/)
    expect((await run('replicate', target)).text).toMatch(/nothing is new since run 1\n$/)

    const wrong = file('wrong.txt', 'another passphrase\n')
    const into = join(folder, 'recovered')
    const refused = run('recover', target, into, '--passphrase-file', wrong)
    await expect(refused).rejects.toMatchObject({ code: 'replica-passphrase' })
    const recovered = await run('recover', target, into, '--passphrase-file', right)
    expect(recovered.code).toBe(0)
    expect(recovered.text).toMatch(/recovered: .* is the vault as of run 1, .*: 3 snapshots, \d+ files\n/)
    expect(viewsAt(into)).toEqual(viewsAt(vaultPath))

    // What the README says first, with Debian's age; it asks a terminal.
    const asked = `age -d -o ${join(folder, 'identity.txt')} ${join(target, 'recovery.age')}`
    spawnSync('script', ['-qec', asked, '/dev/null'], { input: `${PASSPHRASE}\n`, timeout: 30_000 })
    expect(readFileSync(join(folder, 'identity.txt'), 'utf8')).toMatch(/^AGE-SECRET-KEY-1\w+$/m)
  }, 120_000)

  test('another passphrase opens the same key, from the next run on in the target as well', async () => {
    const { folder, target, right, file, run } = await vaultWithNights()
    await run('replica', 'key', 'new', '--passphrase-file', right)
    await run('replicate', target, '--init')
    const next = file('next.txt', 'five words drawn by chance\n')
    const short = file('short.txt', 'short\n')
    const change = (to: string) =>
      run('replica', 'key', 'passphrase', '--passphrase-file', right, '--new-passphrase-file', to)
    await expect(change(short)).rejects.toThrow(/has 5 characters: take 12 or more/)
    expect((await change(next)).code).toBe(0)
    await run('replicate', target)
    const into = join(folder, 'recovered')
    expect((await run('recover', target, into, '--passphrase-file', next)).code).toBe(0)
  }, 120_000)
})

describe('with the key of somebody else', () => {
  test('who is let in opens what is sent then; who is not does not', async () => {
    const { vaultPath, folder, target, run } = await vaultWithNights()
    const [ada, bob] = [await keyOf(temporaryFolder()), await keyOf(temporaryFolder())]
    await run('replica', 'key', 'add', ada.recipient, '--name', 'ada')
    await run('replicate', target, '--init')
    const refused = run('recover', target, join(folder, 'bob'), '--identity', bob.file)
    await expect(refused).rejects.toMatchObject({ code: 'replica-key' })
    expect(readdirSync(folder)).not.toContain('bob')
    await run('replica', 'key', 'add', bob.recipient, '--name', 'bob')
    expect((await run('replicate', target)).text).toMatch(
      /everything was sent again: the recipients are others/,
    )
    const done = await run('recover', target, join(folder, 'bob'), '--identity', bob.file)
    expect(done.text).toMatch(/that the runs were signed by the vault itself was not proved/)
    expect(viewsAt(join(folder, 'bob'))).toEqual(viewsAt(vaultPath))
    expect((await run('replica', 'key', 'list')).text).toMatch(/^ada {2}age1\w+ .*\nbob {2}age1/)
    await run('replica', 'key', 'remove', 'ada')
    expect((await run('replica', 'key', 'list')).text).not.toMatch(/ada/)
  }, 60_000)

  test.each([
    [
      'age1yubikey1qfuuxnlk2z0f6k0jvk0kgcmn0nwzh40tmtt8hcs5xfsl9n0exwf5z6gcn2p',
      /age plugin yubikey.*age-plugin-yubikey/,
    ],
    ['age1nothing', /is no recipient of age/],
    ['AGE-SECRET-KEY-1QQQ', /that is an identity, which decrypts/],
  ])('%s is refused by name', async (recipient, message) => {
    const { run } = await vaultWithNights()
    await expect(run('replica', 'key', 'add', recipient)).rejects.toThrow(message)
  })

  test('an older run comes back as of its time, and the list needs no key', async () => {
    const { folder, target, run, env, vaultPath } = await vaultWithNights()
    const ada = await keyOf(folder)
    await run('replica', 'key', 'add', ada.recipient)
    await run('replicate', target, '--init')
    await runLine(['pin', '1', '--reason', 'asked for'], { env })
    const { run: first, created } = JSON.parse(
      readFileSync(join(target, 'manifests/000001.json'), 'utf8'),
    ).manifest
    expect(first).toBe(1)
    await run('replicate', target)
    const listed = await run('recover', target, '--list')
    expect(listed.text).toMatch(/^run 2 .*\nrun 1 .* 1 pack, .*\n$/)
    const into = join(folder, 'before')
    const before = ['recover', target, into, '--identity', ada.file, '--as-of', '2020-01-01']
    await expect(run(...before)).rejects.toThrow(/has no run that can be recovered as of 2020-01-01/)
    const asOf = new Date(Date.parse(created) + 500).toISOString()
    expect((await run('recover', target, into, '--identity', ada.file, '--as-of', asOf)).text).toMatch(
      /run [12],/,
    )
    expect(viewsAt(into)).toEqual(viewsAt(vaultPath))
    const none = ['recover', target, join(folder, 'none'), '--identity', ada.file, '--snapshot', '9']
    await expect(run(...none)).rejects.toThrow(/no run of .* has snapshot 9/)
  }, 60_000)
})

describe('nothing is changed', () => {
  test('without a key, without a replica, and in a folder that holds other things', async () => {
    const { folder, target, run } = await vaultWithNights()
    await expect(run('replicate', target, '--init')).rejects.toThrow(
      /there is no key to encrypt a replica to/,
    )
    await run('replica', 'key', 'add', (await keyOf(folder)).recipient)
    await expect(run('replicate', target)).rejects.toThrow(/there is no replica at .*replica/)
    mkdirSync(target)
    writeFileSync(join(target, 'other.txt'), 'other')
    await expect(run('replicate', target, '--init')).rejects.toThrow(/holds other things, e.g. other.txt/)
    expect(readdirSync(target)).toEqual(['other.txt'])
    await expect(run('replicate', 'ftp://host/path')).rejects.toThrow(/is no target of a replica/)
    await expect(run('replicate')).rejects.toThrow(/there is no target/)
    await expect(run('recover', target, folder)).rejects.toThrow(/has no recovery.age/)
  })

  test('in the replica of another vault', async () => {
    const [mine, other] = [await vaultWithNights(), await vaultWithNights()]
    await mine.run('replica', 'key', 'add', (await keyOf(mine.folder)).recipient)
    await other.run('replica', 'key', 'add', (await keyOf(other.folder)).recipient)
    await mine.run('replicate', mine.target, '--init')
    const refused = other.run('replicate', mine.target, '--init')
    await expect(refused).rejects.toThrow(/is the replica of another vault/)
    expect((await mine.run('replicate', mine.target)).text).toMatch(/nothing is new/)
  })

  test('of several targets one that fails does not keep the others', async () => {
    const { folder, target, run, env } = await vaultWithNights()
    await run('replica', 'key', 'add', (await keyOf(folder)).recipient)
    await run('replicate', target, '--init')
    const both = { ...env, DOCVAULT_REPLICA_TARGETS: `${join(folder, 'absent')},${target}` }
    const { code, text } = await runLine(['replicate'], { env: both })
    expect(code).toBe(1)
    expect(text).toMatch(/absent: failed: there is no replica at .*\n.*nothing is new since run 1/)
  })
})

describe('a replica that was harmed', () => {
  test('is told without any key, mended from the vault, and recovers then', async () => {
    const { folder, vaultPath, target, run } = await vaultWithNights()
    const ada = await keyOf(folder)
    await run('replica', 'key', 'add', ada.recipient)
    await run('replicate', target, '--init')
    const elsewhere = ['--vault', join(folder, 'no-vault')]
    const sound = await run('check', '--replica', target, '--read-data', ...elsewhere)
    expect(sound).toMatchObject({
      code: 0,
      text: expect.stringMatching(/1 run, .*: no damage found \(.* read\)\n$/),
    })
    const [pack = ''] = readdirSync(join(target, 'packs'))
    const bytes = readFileSync(join(target, 'packs', pack))
    bytes[100] = (bytes[100] ?? 0) ^ 1
    writeFileSync(join(target, 'packs', pack), bytes)
    expect((await run('check', '--replica', target)).code).toBe(0)
    const damaged = await run('check', '--replica', target, '--read-data', ...elsewhere)
    expect(damaged.code).toBe(13)
    expect(damaged.text).toContain(
      `packs/${pack} is damaged: it has another SHA-256: run 1 cannot be recovered`,
    )
    const mended = await run('replica', 'repair', target)
    expect(mended.text).toMatch(/ {2}a new run takes its place\n[\s\S]*run 2 has 3 snapshots; 1 pack sent/)
    const into = join(folder, 'recovered')
    expect((await run('recover', target, into, '--identity', ada.file)).code).toBe(0)
    expect(viewsAt(into)).toEqual(viewsAt(vaultPath))
    // Run 1 stays as it is until its time is over: there is nothing that could be put into it.
    expect((await run('check', '--replica', target, '--read-data')).text).toMatch(/run 1 cannot be recovered/)
    expect((await run('replica', 'repair', target)).text).toMatch(/left: the newest run is whole without it/)
    writeFileSync(join(target, 'manifests/000002.json'), 'not what was there')
    expect((await run('check', '--replica', target)).text).toMatch(
      /000002.json does not count: it is damaged/,
    )
    expect((await run('replica', 'repair', target)).text).toMatch(/run 3 has 3 snapshots; 0 packs sent/)
    await expect(run('check', '--replica', target, '--spot', '3')).rejects.toThrow(/do not go with --replica/)
  }, 60_000)
})
