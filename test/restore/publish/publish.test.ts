import { createHash, createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openBucketPublisher } from '../../../src/restore/publish/bucket-publisher.ts'
import { openListenerPublisher } from '../../../src/restore/publish/listener-publisher.ts'
import { presignedUrl } from '../../../src/restore/publish/sign-v4.ts'

test('a bundle is served under an address that nobody guesses, until it is closed or expires', async () => {
  let now = 1_000_000
  const publisher = await openListenerPublisher({
    host: '127.0.0.1',
    port: 0,
    publicUrl: null,
    expiresMs: 60_000,
    now: () => now,
  })
  onTestFinished(() => publisher.close())
  const zip = zipFile('the bundle')
  const first = await publisher.publish(zip)
  const second = await publisher.publish(zip)
  expect(new URL(first.url).pathname.length).toBeGreaterThan(45)
  expect(first.url).not.toBe(second.url)
  expect(await (await fetch(first.url)).text()).toBe('the bundle')
  expect((await fetch(first.url.replace(/.\.zip$/, '_.zip'))).status).toBe(404)
  expect((await fetch(new URL('/', first.url))).status).toBe(404)
  expect((await fetch(first.url, { method: 'PUT', body: 'x' })).status).toBe(404)
  await first.close()
  expect((await fetch(first.url)).status).toBe(404)
  now += 60_001
  expect((await fetch(second.url)).status).toBe(404)
})

test('an address is good for a few downloads only', async () => {
  const publisher = await openListenerPublisher({
    host: '127.0.0.1',
    port: 0,
    publicUrl: null,
    expiresMs: 60_000,
  })
  onTestFinished(() => publisher.close())
  const { url } = await publisher.publish(zipFile('x'))
  const statuses = []
  for (let count = 0; count < 5; count++) statuses.push((await fetch(url)).status)
  expect(statuses).toEqual([200, 200, 200, 404, 404])
})

test('a bucket gets the bundle signed, gives it out for a time, and loses it in the end', async () => {
  const bucket = await fakeBucket()
  const publisher = openBucketPublisher({ ...keys, url: `${bucket.url}/backups`, expiresMs: 60_000 })
  const published = await publisher.publish(zipFile('the bundle'))
  expect(await (await fetch(published.url)).text()).toBe('the bundle')
  expect((await fetch(published.url.replace(/Signature=.*/, 'Signature=0000'))).status).toBe(403)
  expect((await fetch(published.url.split('?', 1)[0] ?? '')).status).toBe(403)
  await published.close()
  expect(bucket.objects.size).toBe(0)
  await publisher.publish(zipFile('another'))
  await publisher.close()
  expect(bucket.objects.size).toBe(0)
})

test('a bucket that refuses is named, with what it said', async () => {
  const bucket = await fakeBucket()
  const wrong = { ...keys, secretAccessKey: 'wrong', url: `${bucket.url}/backups`, expiresMs: 60_000 }
  await expect(openBucketPublisher(wrong).publish(zipFile('x'))).rejects.toThrow('answered 403')
})

test('an address is signed as the published example of the algorithm is', () => {
  const url = presignedUrl(
    {
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      region: 'us-east-1',
    },
    new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
    86_400,
    new Date('2013-05-24T00:00:00Z'),
  )
  expect(url).toContain('X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404')
})

const keys = { accessKeyId: 'key', secretAccessKey: 'secret', region: 'eu-test-1' }

function zipFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'docvault-publish-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'bundle.zip'), text)
  return join(folder, 'bundle.zip')
}

/** Checks signatures by its own computation from the published rules. */
async function fakeBucket() {
  const objects = new Map<string, string>()
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    if (!isSigned(request, url)) {
      response.writeHead(403).end('<Error>SignatureDoesNotMatch</Error>')
      return
    }
    if (request.method === 'PUT') objects.set(url.pathname, body)
    if (request.method === 'DELETE') objects.delete(url.pathname)
    response.writeHead(200).end(request.method === 'GET' ? objects.get(url.pathname) : undefined)
  })
  server.listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, objects }
}

function isSigned(request: IncomingMessage, url: URL): boolean {
  const authorization = request.headers.authorization ?? ''
  const header = /SignedHeaders=([^,]+), Signature=(\w+)/.exec(authorization)
  const names = header?.[1]?.split(';') ?? ['host']
  const signature = header?.[2] ?? url.searchParams.get('X-Amz-Signature')
  const date = String(request.headers['x-amz-date'] ?? url.searchParams.get('X-Amz-Date'))
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&')
  const headers = names.map(name => `${name}:${String(request.headers[name])}\n`).join('')
  const canonical = [request.method, url.pathname, query, headers, names.join(';'), 'UNSIGNED-PAYLOAD'].join(
    '\n',
  )
  const scope = `${date.slice(0, 8)}/${keys.region}/s3/aws4_request`
  const digest = createHash('sha256').update(canonical).digest('hex')
  const text = `AWS4-HMAC-SHA256\n${date}\n${scope}\n${digest}`
  const key = [date.slice(0, 8), keys.region, 's3', 'aws4_request'].reduce<Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    Buffer.from(`AWS4${keys.secretAccessKey}`),
  )
  return createHmac('sha256', key).update(text).digest('hex') === signature
}
