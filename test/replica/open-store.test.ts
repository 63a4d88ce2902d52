/** Targets as somebody writes them, and the mistakes of that. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { digestOf } from '../../src/model/digest.ts'
import { openStore } from '../../src/replica/open-store.ts'
import { s3TargetOf } from '../../src/replica/stores/s3/target.ts'
import { sftpTargetOf } from '../../src/replica/stores/sftp/target.ts'
import { NO_TARGET_SETTINGS } from '../../src/replica/target-settings.ts'
import { OWNER } from '../helpers/s3-server/server.ts'
import { openTestBucket } from '../helpers/s3-store.ts'
import { temporaryFolder } from '../vault/fixture.ts'

test('a bucket is opened with what is set about buckets', async () => {
  const { server, bucket } = await openTestBucket()
  const settings = {
    ...NO_TARGET_SETTINGS,
    'replica.bucketEndpoint': server.url,
    'replica.bucketKeyId': OWNER.id,
    'replica.bucketSecret': OWNER.secret,
  }
  const store = await openStore('s3://bucket/of/ours/', settings)
  await store.put('README.txt', Buffer.from('text'), { sha256: digestOf('text') })
  await store.close()
  expect([...bucket.versions.keys()]).toEqual(['of/ours/README.txt'])
})

test('Amazon is told the bucket by the name of the host, other stores in the path', () => {
  expect(s3TargetOf('s3://bucket', NO_TARGET_SETTINGS)).toMatchObject({
    prefix: '',
    pathStyle: false,
    credentials: null,
  })
  const settings = { ...NO_TARGET_SETTINGS, 'replica.bucketEndpoint': 'https://s3.example.org' }
  expect(s3TargetOf('s3://bucket', settings).pathStyle).toBe(true)
})

test('a server is opened by user, port and folder, with the key of the file', () => {
  const file = join(temporaryFolder(), 'key')
  writeFileSync(file, 'a private key')
  const settings = { ...NO_TARGET_SETTINGS, 'replica.sshKeyFile': file }
  expect(sftpTargetOf('sftp://backup@host:2222/srv/replica/', settings)).toMatchObject({
    host: 'host',
    port: 2222,
    user: 'backup',
    root: '/srv/replica',
    privateKey: 'a private key',
    hostKey: null,
  })
})

test.each([
  ['s3://', 'is no bucket'],
  ['s3:bucket', 'is no bucket'],
  ['s3://bucket/a b', 'is no bucket'],
  ['sftp://host', 'no folder on an SFTP server'],
  ['sftp://user:secret@host/folder', 'a password has no place in the name of a target'],
  ['ftp://host/folder', 'is no target of a replica'],
  ['', 'is no target of a replica'],
])('%j is refused by name', async (target, message) => {
  const error: unknown = await openStore(target).catch(thrown => thrown)
  expect(String(error)).toContain(message)
  expect(String(error)).not.toContain('secret')
})

test.each([
  [{ 'replica.bucketKeyId': 'KEY' }, 'are set together'],
  [{ 'replica.bucketLock': 'forever' }, 'replica.bucketLock is "forever"'],
])('%j is refused by name', (settings, message) => {
  expect(() => s3TargetOf('s3://bucket', { ...NO_TARGET_SETTINGS, ...settings })).toThrow(message)
})

test('a key file that cannot be read is named', () => {
  const settings = { ...NO_TARGET_SETTINGS, 'replica.sshKeyFile': '/no/such/key' }
  expect(() => sftpTargetOf('sftp://host/folder', settings)).toThrow(
    'replica.sshKeyFile: /no/such/key cannot be read',
  )
})
