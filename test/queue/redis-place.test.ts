import { expect, test } from 'vitest'
import { makeRedact } from '../../src/model/redact.ts'
import { hashTagged, parseRedisUrl } from '../../src/queue/redis-place.ts'

const tls = { ca: null, certificate: null, key: null, name: null }

test.each([
  ['redis://host:6379/0', { url: 'redis://host:6379/0' }],
  ['redis://host?family=6', { url: 'redis://host?family=6' }],
  ['rediss://user:word@host', { url: 'rediss://user:word@host', tls }],
  ['unix:///run/redis.sock', { path: '/run/redis.sock' }],
  [
    'redis+sentinel://a,b:1/docs',
    {
      sentinels: [
        { host: 'a', port: 26379 },
        { host: 'b', port: 1 },
      ],
      name: 'docs',
      database: 0,
    },
  ],
  [
    'rediss+sentinel://me:p%40ss@[::1]:5/docs/3',
    {
      sentinels: [{ host: '::1', port: 5 }],
      name: 'docs',
      database: 3,
      username: 'me',
      password: 'p@ss',
      tls,
    },
  ],
  [
    'redis+cluster://:word@a,b:7000/',
    {
      nodes: [
        { host: 'a', port: 6379 },
        { host: 'b', port: 7000 },
      ],
      username: null,
      password: 'word',
    },
  ],
])('%s is read', (url, place) => {
  expect(parseRedisUrl(url)).toEqual(place)
})

test.each([
  'host:6379',
  'http://host',
  'redis+sentinel://a,b',
  'redis+sentinel:///docs',
  'redis+cluster://a/2',
  'redis+cluster://a,,b',
  'redis+cluster://a:port',
  'unix://',
])('%s is no address', url => {
  expect(parseRedisUrl(url)).toBeNull()
})

test('the password of an address with several hosts is taken out of text by itself, too', () => {
  const redact = makeRedact(['redis+sentinel://someone:a%40long-password@a:1,b:2/docs'])
  expect(redact('tried a@long-password as someone, a%40long-password')).toBe('tried … as …, …')
})

test('a prefix gets braces on a Cluster, once', () => {
  expect([hashTagged('docvault'), hashTagged('a{b}'), hashTagged('{}')]).toEqual([
    '{docvault}',
    'a{b}',
    '{{}}',
  ])
})
