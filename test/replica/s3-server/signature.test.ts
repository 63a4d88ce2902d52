/** The store for tests checks signatures as Amazon's documentation computes them: its published examples. */
import { expect, test } from 'vitest'
import { authenticate, type RawRequest } from '../../helpers/s3-server/auth/authenticate.ts'
import { RIGHTS } from '../../helpers/s3-server/auth/credentials.ts'

const credential = {
  id: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  rights: RIGHTS,
}
const NOW = Date.UTC(2013, 4, 24)
const SCOPE = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request'
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

function makeRequest(signedHeaders: string, signature: string, request: Partial<RawRequest>): RawRequest {
  const authorization = `AWS4-HMAC-SHA256 Credential=${SCOPE},SignedHeaders=${signedHeaders},Signature=${signature}`
  const given = { 'x-amz-date': '20130524T000000Z', 'x-amz-content-sha256': EMPTY, ...request.headers }
  const headers = { host: 'examplebucket.s3.amazonaws.com', authorization, ...given }
  return { method: 'GET', rawPath: '/', rawQuery: '', body: Buffer.alloc(0), ...request, headers }
}

const BASE = 'host;x-amz-content-sha256;x-amz-date'

const EXAMPLES: Record<string, RawRequest> = {
  'a GET of a range': makeRequest(
    'host;range;x-amz-content-sha256;x-amz-date',
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    { rawPath: '/test.txt', headers: { range: 'bytes=0-9' } },
  ),
  'a PUT with a body': makeRequest(
    'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    {
      method: 'PUT',
      rawPath: '/test%24file.text',
      body: Buffer.from('Welcome to Amazon S3.'),
      headers: {
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
        'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      },
    },
  ),
  'a query without a value': makeRequest(
    BASE,
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    { rawQuery: 'lifecycle' },
  ),
  'a list': makeRequest(BASE, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7', {
    rawQuery: 'max-keys=2&prefix=J',
  }),
  'an address that was signed': {
    method: 'GET',
    rawPath: '/test.txt',
    rawQuery: `X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${encodeURIComponent(SCOPE)}&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404`,
    headers: { host: 'examplebucket.s3.amazonaws.com' },
    body: Buffer.alloc(0),
  },
}

test.each(Object.entries(EXAMPLES))('%s is taken, and with one character changed refused', (_, request) => {
  expect(authenticate(request, [credential], NOW).credential).toBe(credential)
  const forged = { ...request, rawPath: `${request.rawPath}x` }
  expect(() => authenticate(forged, [credential], NOW)).toThrow('does not match')
})

const CHUNKED_HEADERS = {
  host: 's3.amazonaws.com',
  'content-encoding': 'aws-chunked',
  'content-length': '66824',
  'x-amz-decoded-content-length': '66560',
  'x-amz-storage-class': 'REDUCED_REDUNDANCY',
}

function frame(signatures: string[], trailers: string): Buffer {
  const sizes = [65_536, 1024, 0]
  const frames = sizes.map((size, index) => {
    const line = `${size.toString(16)};chunk-signature=${signatures[index]}\r\n`
    const end = size === 0 && trailers !== '' ? '' : '\r\n'
    return `${line}${'a'.repeat(size)}${end}`
  })
  return Buffer.from(`${frames.join('')}${trailers}`)
}

test('a body in signed chunks is taken, and refused with a byte changed', () => {
  const body = frame(
    [
      'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648',
      '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497',
      'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9',
    ],
    '',
  )
  const request = makeRequest(
    'content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class',
    '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
    {
      method: 'PUT',
      rawPath: '/examplebucket/chunkObject.txt',
      body,
      headers: { ...CHUNKED_HEADERS, 'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD' },
    },
  )
  expect(authenticate(request, [credential], NOW).body.equals(Buffer.alloc(66_560, 'a'))).toBe(true)
  const changed = Buffer.from(body)
  changed[66_000] = 0x62
  expect(() => authenticate({ ...request, body: changed }, [credential], NOW)).toThrow('not signed')
  const cut = { ...request, body: body.subarray(0, 66_000) }
  expect(() => authenticate(cut, [credential], NOW)).toThrow('terminated unexpectedly')
})

test('headers behind the chunks are signed as well', () => {
  const trailers = (checksum: string) =>
    `x-amz-checksum-crc32c:${checksum}\r\nx-amz-trailer-signature:d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435\r\n\r\n`
  const signatures = [
    'b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2',
    '1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7',
    '2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992',
  ]
  const request = makeRequest(
    'content-encoding;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class;x-amz-trailer',
    '106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e',
    {
      method: 'PUT',
      rawPath: '/examplebucket/chunkObject.txt',
      body: frame(signatures, trailers('sOO8/Q==')),
      headers: {
        ...CHUNKED_HEADERS,
        'x-amz-trailer': 'x-amz-checksum-crc32c',
        'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER',
      },
    },
  )
  expect(authenticate(request, [credential], NOW).trailers).toEqual({ 'x-amz-checksum-crc32c': 'sOO8/Q==' })
  const forged = { ...request, body: frame(signatures, trailers('sOO8/R==')) }
  expect(() => authenticate(forged, [credential], NOW)).toThrow('not signed')
})

test('an unsigned header, an old request and a foreign key are refused', () => {
  const [, list] = Object.entries(EXAMPLES)[3] ?? []
  if (list === undefined) throw new Error('no example')
  const withHeader = { ...list, headers: { ...list.headers, 'x-amz-acl': 'public-read' } }
  expect(() => authenticate(withHeader, [credential], NOW)).toThrow('not signed: x-amz-acl')
  expect(() => authenticate(list, [credential], NOW + 16 * 60_000)).toThrow('difference between')
  expect(() => authenticate(list, [{ ...credential, id: 'OTHER' }], NOW)).toThrow('does not exist')
})
