/**
 * Differences between the formulas and what docvault asks that are wanted, each with its reason. Whatever is not
 * explained here to the request fails the suite.
 */
import { type Numbers, p } from './numbers.ts'
import type { Scenario, Service } from './terms.ts'

export interface Explanation {
  /** Name of a term, or of an operation that no term has. */
  term: string
  services: readonly Service[]
  scenarios: readonly Scenario[]
  difference: readonly [text: string, value: (n: Numbers) => number]
  reason: string
}

const both: readonly Service[] = ['document', 'full']

export const explanations: readonly Explanation[] = [
  {
    term: 'members of teams',
    services: both,
    scenarios: ['fast'],
    difference: ['T', n => n.T],
    reason: 'the count of a team hides one in and one out, and roles: what gives access is read in every run',
  },
  {
    term: 'access of sites',
    services: ['full'],
    scenarios: ['fast'],
    difference: ['W', n => n.W],
    reason: 'nothing tells that a grant changed: who gets in is read in every run',
  },
  {
    term: 'visitor settings of sites',
    services: ['full'],
    scenarios: ['fast'],
    difference: ['visitor', n => n.Wv],
    reason: 'how visitors prove who they are has no token, and lets people in',
  },
  {
    term: 'comments',
    services: both,
    scenarios: ['fast'],
    difference: ['S', n => n.S],
    reason:
      'the count of open ones hides one that comes while another goes: one request a space is the truth',
  },
  {
    term: 'bodies',
    services: ['document'],
    scenarios: ['first'],
    difference: ['P', n => n.P],
    reason:
      'each body is read in two formats, document and Markdown (backup.formats); the formula counts one',
  },
  {
    term: 'bodies',
    services: ['full'],
    scenarios: ['first'],
    difference: ['P + D', n => n.P + n.D],
    reason: 'each body is read in two formats; Markdown of shared contents cannot be asked for',
  },
  {
    term: 'bodies of change requests',
    services: ['document'],
    scenarios: ['first'],
    difference: ['D', n => n.D],
    reason: 'each body is read in two formats',
  },
  {
    term: 'spaces of members',
    services: ['document'],
    scenarios: ['exact'],
    difference: ['p(S)', n => p(n.S)],
    reason: 'the spaces are listed again at the end, to see which have moved meanwhile (1.5)',
  },
  {
    term: 'spaces',
    services: ['full'],
    scenarios: ['exact'],
    difference: ['p(S)', n => p(n.S)],
    reason: 'the spaces are listed again at the end, to see which have moved meanwhile (1.5)',
  },
  {
    term: 'replies in change requests',
    services: both,
    scenarios: ['exact'],
    difference: ['R_l − R', n => n.Rl - n.R],
    reason: 'threads of merged and archived change requests count as frozen, as these do',
  },
  {
    term: 'who am I',
    services: ['full'],
    scenarios: ['exact'],
    difference: ['1', () => 1],
    reason: 'the account of an exact run names whose token it was, as of that run',
  },
  {
    term: 'getOrganizationsForEmailDomain',
    services: both,
    scenarios: ['first', 'exact'],
    difference: ['domains', n => n.E],
    reason: 'read beyond the formula: who else claims a domain of the organization',
  },
  {
    term: 'getSubdomain',
    services: ['full'],
    scenarios: ['first', 'exact'],
    difference: ['1', () => 1],
    reason: 'read beyond the formula: whom the host name belongs to',
  },
  {
    term: 'listSSOProviderLoginsInOrganization',
    services: both,
    scenarios: ['first', 'exact'],
    difference: ['1', () => 1],
    reason: 'read beyond the formula: where people log in; the list of providers says the rest',
  },
  {
    term: 'listSpaceLinks',
    services: both,
    scenarios: ['first', 'exact'],
    difference: ['S + S with broken ones', n => n.S + n.Sb],
    reason: 'read beyond the formula: how many links are broken, and which',
  },
  {
    term: 'listPermissionsAggregateInSpace',
    services: ['full'],
    scenarios: ['first', 'fast', 'exact'],
    difference: ['S', n => n.S],
    reason: 'read beyond the formula: effective access, where the formula has direct grants only',
  },
  {
    term: 'listPermissionsAggregateInCollection',
    services: ['full'],
    scenarios: ['first', 'fast', 'exact'],
    difference: ['K', n => n.K],
    reason: 'read beyond the formula: effective access, where the formula has direct grants only',
  },
  {
    term: 'spaces of collections',
    services: ['full'],
    scenarios: ['first', 'exact'],
    difference: ['K', n => n.K],
    reason: 'the order of the spaces in a collection (3.1: only if it matters)',
  },
  {
    term: 'unknown',
    services: both,
    scenarios: ['first'],
    difference: ['probes', n => n.probes],
    reason: 'each extension is tried once; that it is missing is kept for a day',
  },
  {
    term: 'unknown',
    services: ['document'],
    scenarios: ['first'],
    difference: ['1', () => 1],
    reason: 'the list of all change requests is tried twice',
  },
  {
    term: 'lists of change requests',
    services: ['full'],
    scenarios: ['first'],
    difference: ['−4 without any', n => (n.C === 0 ? -4 : 0)],
    reason: 'where the counts of all spaces say that there are none, nobody asks',
  },
  {
    term: 'lists of change requests',
    services: ['full'],
    scenarios: ['fast', 'exact'],
    difference: ['−2 without any', n => (n.C === 0 ? -2 : 0)],
    reason: 'where the counts of all spaces say that there are none, nobody asks',
  },
  {
    term: 'sites',
    services: ['full'],
    scenarios: ['first', 'fast', 'exact'],
    difference: ['closed + overrides', n => n.Wu + n.Wo],
    reason: 'where a site is not open to the world, structure and look are read one by one (3.1)',
  },
  {
    term: 'visitor settings of sites',
    services: ['full'],
    scenarios: ['exact'],
    difference: ['visitor + adaptive', n => n.Wv + n.Wa],
    reason: 'they have no token, so that an exact run reads them; the formula leaves them out',
  },
  {
    term: 'downloads',
    services: both,
    scenarios: ['first', 'exact'],
    difference: ['pictures', n => n.pictures],
    reason: 'logos, icons and previews have no token: an exact run fetches them again',
  },
  {
    term: 'downloads',
    services: both,
    scenarios: ['first'],
    difference: ['F of drafts alone', n => n.Fd],
    reason: 'files that only drafts have are downloaded, too',
  },
]
