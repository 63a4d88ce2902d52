import { describe, expect, test } from 'vitest'
import { assertEchoes, assertItemEchoes } from '../../src/platform/echo.ts'
import { InvalidResponse } from '../../src/platform/errors.ts'
import type { Call } from '../../src/platform/round-trip.ts'

const asked = (path: string): Call => ({ operation: 'o', method: 'GET', path: path.split('/') })

describe('an answer about something else than was asked for is no data', () => {
  test.each([
    ['orgs/o', { id: 'p' }],
    ['spaces/s', { id: 't' }],
    ['spaces/s/revisions/new', { id: 'old' }],
    ['spaces/s/revisions/r/page/p', { id: 'q' }],
    ['spaces/s/content/files/f', { id: 'g' }],
    ['spaces/s/change-requests/c', { id: 'd', number: 4 }],
    ['spaces/s/change-requests/c', { id: 'c', number: 4, space: 't' }],
    ['spaces/s/comments/c', { id: 'c', target: { space: 't' } }],
    ['spaces/s/change-requests/c/comments/x', { id: 'x', target: { space: 's', changeRequest: 'd' } }],
    ['orgs/o/members/u', { id: 'v' }],
    ['orgs/o/teams/t', { id: 't', urls: { location: 'https://x/v1/orgs/p/teams/t' } }],
    ['orgs/o/openapi/pets', { slug: 'cats', id: '1' }],
    ['orgs/o/sites/s', { id: 't' }],
    ['integrations/i/installations/n/spaces/s', { space: { id: 't' } }],
  ])('%s', (path, value) => {
    expect(() => assertEchoes(value, asked(path))).toThrow(InvalidResponse)
  })

  test.each([
    ['orgs/o/spaces', { id: 's', organization: 'p' }],
    ['orgs/o/members/u/spaces', { permission: 'read', space: { id: 's', organization: 'p' } }],
    ['orgs/o/installations', { installation: { id: 'n', target: { organization: 'p' } } }],
    ['orgs/o/saml', { id: 's', urls: { location: 'https://x/v1/orgs/p/saml/s' } }],
    ['spaces/s/comments', { id: 'c', target: { space: 't' } }],
    ['spaces/s/change-requests', { id: 'c', space: 't' }],
  ])('in the list %s', (path, item) => {
    expect(() => assertItemEchoes(item, asked(path))).toThrow(InvalidResponse)
  })
})

describe('what says nothing of itself, or the same, is believed', () => {
  test.each([
    ['spaces/s', { id: 's', title: 'S' }],
    ['spaces/s/content', { id: 'r' }],
    ['spaces/s/documents/d', { object: 'document', nodes: [] }],
    ['spaces/s/change-requests/4', { id: 'c', number: 4, space: 's' }],
    ['spaces/s/change-requests/4/comments/x', { id: 'x', target: { space: 's', changeRequest: 'c' } }],
    ['orgs/o/openapi/pets/versions/latest', { id: 'v' }],
    ['orgs/o/openapi/1', { slug: 'pets', id: '1' }],
    ['integrations/i/installations/n/sites/s', { site: 's' }],
    ['orgs/o/sites/s/published', { site: { id: 's' } }],
  ])('%s', (path, value) => {
    expect(() => assertEchoes(value, asked(path))).not.toThrow()
  })

  test('the member in a membership is no organization', () => {
    const membership = { organization: { id: 'u', object: 'member' }, team: { role: 'member' } }
    expect(() => assertItemEchoes(membership, asked('orgs/o/teams/t/members'))).not.toThrow()
  })
})
