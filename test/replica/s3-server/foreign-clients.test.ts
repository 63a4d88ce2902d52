/** The store for tests is a store to programs that others wrote: restic, rclone, s3cmd and boto3 do their work on it. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hasBoto3, isInstalled, PYTHON, runForeign } from '../../helpers/s3-server/foreign.ts'
import { OWNER, type S3Server, startS3Server } from '../../helpers/s3-server/server.ts'
import { temporaryFolder } from '../../vault/fixture.ts'

// Programs that are started many times on a machine that has other things to do.
vi.setConfig({ testTimeout: 180_000 })

const FILES: Record<string, Buffer> = {
  'README.md': Buffer.from('# Read me\n'),
  'empty.txt': Buffer.alloc(0),
  'a folder/ä + ö & 100%.md': Buffer.from('Umlauts, a plus, a percent sign.\n'),
  "a folder/it's (new)!.md": Buffer.from('Signs that some leave as they are.\n'),
  'large.bin': randomBytes(17 * 1024 * 1024),
}

async function start(): Promise<{ store: S3Server; folder: string; files: string }> {
  const store = await startS3Server()
  onTestFinished(() => store.close())
  const folder = temporaryFolder()
  const files = join(folder, 'files')
  mkdirSync(join(files, 'a folder'), { recursive: true })
  for (const [path, bytes] of Object.entries(FILES)) writeFileSync(join(files, path), bytes)
  return { store, folder, files }
}

function expectSameFiles(folder: string): void {
  for (const [path, bytes] of Object.entries(FILES))
    expect(readFileSync(join(folder, path)).equals(bytes), path).toBe(true)
}

test.skipIf(!isInstalled('restic'))('restic keeps a repository, checks all of it and restores', async () => {
  const { store, folder, files } = await start()
  const env = {
    AWS_ACCESS_KEY_ID: OWNER.id,
    AWS_SECRET_ACCESS_KEY: OWNER.secret,
    RESTIC_REPOSITORY: `s3:${store.url}/restic`,
    RESTIC_PASSWORD: 'a password for tests',
    RESTIC_CACHE_DIR: join(folder, 'cache'),
  }
  const restic = (...args: string[]) => runForeign('restic', args, env)
  await restic('init')
  await restic('backup', files)
  writeFileSync(join(files, 'README.md'), '# Read me again\n')
  await restic('backup', files)
  await restic('forget', '--keep-last', '1', '--prune')
  expect(await restic('check', '--read-data')).toContain('no errors were found')
  await restic('restore', 'latest', '--target', join(folder, 'restored'))
  const restored = join(folder, 'restored', files)
  expect(readFileSync(join(restored, 'README.md'), 'utf8')).toBe('# Read me again\n')
  expect(readFileSync(join(restored, 'large.bin')).equals(FILES['large.bin'] ?? Buffer.alloc(0))).toBe(true)
  const operations = new Set(store.requests.map(({ operation }) => operation))
  expect([...operations]).not.toContain(null)
})

test.skipIf(!isInstalled('rclone'))(
  'rclone syncs a folder there and back, in parts, and finds a change',
  async () => {
    const { store, folder, files } = await start()
    const env = {
      RCLONE_CONFIG: join(folder, 'rclone.conf'),
      RCLONE_CONFIG_STORE_TYPE: 's3',
      RCLONE_CONFIG_STORE_PROVIDER: 'Other',
      RCLONE_CONFIG_STORE_ENDPOINT: store.url,
      RCLONE_CONFIG_STORE_ACCESS_KEY_ID: OWNER.id,
      RCLONE_CONFIG_STORE_SECRET_ACCESS_KEY: OWNER.secret,
      RCLONE_S3_UPLOAD_CUTOFF: '5M',
      RCLONE_S3_CHUNK_SIZE: '5M',
      RCLONE_RETRIES: '1',
      RCLONE_LOW_LEVEL_RETRIES: '1',
    }
    const rclone = (...args: string[]) => runForeign('rclone', args, env)
    writeFileSync(env.RCLONE_CONFIG, '')
    await rclone('mkdir', 'store:files')
    await rclone('sync', files, 'store:files')
    expect(store.state.buckets.get('files')?.versions.get('large.bin')?.[0]?.etag).toMatch(/-4$/)
    await rclone('check', '--download', files, 'store:files')
    await rclone('sync', 'store:files', join(folder, 'back'))
    expectSameFiles(join(folder, 'back'))
    writeFileSync(join(folder, 'back', 'README.md'), '# Another\n')
    await expect(rclone('check', '--download', join(folder, 'back'), 'store:files')).rejects.toThrow(
      '1 differences found',
    )
    await rclone('delete', 'store:files/a folder')
    expect((await rclone('lsf', '-R', '--files-only', 'store:files')).trim().split('\n').sort()).toEqual([
      'README.md',
      'empty.txt',
      'large.bin',
    ])
  },
)

test.skipIf(!isInstalled('s3cmd'))(
  's3cmd makes a bucket, puts, lists, gets, copies and removes',
  async () => {
    const { store, folder, files } = await start()
    const host = new URL(store.url).host
    const config = join(folder, 's3cfg')
    const lines = [
      `access_key = ${OWNER.id}`,
      `secret_key = ${OWNER.secret}`,
      `host_base = ${host}`,
      `host_bucket = ${host}`,
    ]
    writeFileSync(
      config,
      ['[default]', ...lines, 'use_https = False', 'multipart_chunk_size_mb = 5', ''].join('\n'),
    )
    const s3cmd = (...args: string[]) =>
      runForeign('s3cmd', ['--config', config, ...args], { LC_ALL: 'C.UTF-8' })
    await s3cmd('mb', 's3://files')
    await s3cmd('sync', '--no-progress', `${files}/`, 's3://files/kept/')
    expect((await s3cmd('ls', 's3://files')).trim()).toBe('DIR  s3://files/kept/')
    await s3cmd('cp', 's3://files/kept/README.md', 's3://files/copy.md')
    expect(await s3cmd('info', 's3://files/copy.md')).toContain('File size: 10')
    mkdirSync(join(folder, 'back'))
    await s3cmd('sync', '--no-progress', 's3://files/kept/', join(folder, 'back/'))
    expectSameFiles(join(folder, 'back'))
    await s3cmd('del', '--recursive', '--force', 's3://files/kept/')
    expect((await s3cmd('ls', '--recursive', 's3://files')).trim()).toMatch(
      /^\S+ \S+ +10 +s3:\/\/files\/copy\.md$/,
    )
  },
)

test.skipIf(!(await hasBoto3()))(
  'boto3 sees versions, locks, digests, lists in pages and presigned addresses',
  async () => {
    const store = await startS3Server()
    onTestFinished(() => store.close())
    const env = { AWS_ACCESS_KEY_ID: OWNER.id, AWS_SECRET_ACCESS_KEY: OWNER.secret, ENDPOINT: store.url }
    const script = join(import.meta.dirname, 'boto3-session.py')
    expect(await runForeign(PYTHON, [script], { ...env, AWS_EC2_METADATA_DISABLED: 'true' })).toBe(
      'all as it should be\n',
    )
  },
)
