/** How the platform is reached. */
import { hour, MiB, minute, type Setting, second } from '../setting.ts'

export const platformSettings = {
  'platform.url': {
    type: 'text',
    default: null,
    doc: 'Address of the management API, with or without /v1 at the end.',
  },
  'platform.token': {
    type: 'text',
    default: null,
    secret: true,
    doc: "API token. What a backup can see is what the token's owner can see.",
  },
  'platform.tokenFile': {
    type: 'text',
    default: null,
    doc: 'File that holds the token, instead of platform.token.',
  },
  'platform.tenant': {
    type: 'name',
    default: null,
    doc: 'Whose documentation it is, such as the name of a customer; several platforms may be of one. Unset: the name of the platform.',
  },
  'platform.organizations': {
    type: 'list',
    default: [],
    doc: 'Ids of the organizations to back up; empty means every one that the token can see.',
  },
  'platform.sites': {
    type: 'list',
    default: [],
    doc: 'Ids of sites to back up where the service has no list of them; the default site is always known.',
  },
  'platform.concurrency': { type: 'integer', default: 8, range: [1, 64], doc: 'Most requests in flight.' },
  'platform.requestsPerMinute': {
    type: 'integer',
    default: null,
    range: [1, 1_000_000],
    doc: 'Own rate limit, of all platforms with the same address and token, on all hosts of a fleet; without it only the limits that the platform announces are kept.',
  },
  'platform.attempts': {
    type: 'integer',
    default: 5,
    range: [1, 20],
    doc: 'Attempts per request, the first included.',
  },
  'platform.retryDelay': {
    type: 'duration',
    default: second / 2,
    range: [1, minute],
    doc: 'Pause before the second attempt; doubled for each further one, up to 30 s.',
  },
  'platform.timeout': {
    type: 'duration',
    default: 30 * second,
    range: [100, 10 * minute],
    doc: 'Longest wait for a connection, for the head of an answer, and between two pieces of its body.',
  },
  'platform.answerTimeout': {
    type: 'duration',
    default: 5 * minute,
    range: [100, 24 * hour],
    doc: 'Longest time for one whole answer, its body included. Files have platform.downloadTimeout.',
  },
  'platform.downloadTimeout': {
    type: 'duration',
    default: hour,
    range: [100, 7 * 24 * hour],
    doc: 'Longest time for one whole file: it has platform.answerTimeout and what its announced size takes at platform.leastRate, but never more than this. An hour lets 256 MiB through at 75 KiB a second; what is slower is a gap (`truncated`) and is not tried again in that run, so that one file cannot hold up a night. Raise it for a slow line with large files. 256 MiB at the least rate would take 18 h; backup.maxDuration bounds the run as a whole.',
  },
  'platform.leastRate': {
    type: 'size',
    default: 4 * 1024,
    range: [0, 1024 * MiB],
    doc: 'Bytes a second that a body has to come with on average, after platform.timeout; 0: any rate.',
  },
  'platform.maxRateLimitWait': {
    type: 'duration',
    default: 15 * minute,
    range: [0, 24 * hour],
    doc: 'Longest single wait for a rate limit to reset; beyond it the scope is a gap.',
  },
  'platform.maxBodyBytes': {
    type: 'size',
    default: 16 * MiB,
    range: [1024, 1024 * MiB],
    doc: 'Largest JSON answer that is accepted. Larger than 1 MiB, only as many are received, parsed and stored at a time as make up this limit; each of the others that wait (at most platform.concurrency) has about 1 MiB in memory. A backup of answers of 16 MiB, content trees of four spaces at once among them, stays within 512 MiB.',
  },
  'platform.maxFileBytes': {
    type: 'size',
    default: 256 * MiB,
    range: [1024, 64 * 1024 * MiB],
    doc: 'Largest file that is downloaded.',
  },
  'platform.allowPrivateAddresses': {
    type: 'boolean',
    default: false,
    doc: 'Allow downloads from private, loopback and link-local addresses. The origin of platform.url is always allowed.',
  },
} as const satisfies Record<string, Setting>
