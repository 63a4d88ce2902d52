import { describe, expect, test } from 'vitest'
import { assertLiteralIsPublic, isPublicAddress } from '../../src/platform/address.ts'
import { ForbiddenAddress } from '../../src/platform/errors.ts'

describe('addresses of downloads', () => {
  test.each([
    '169.254.169.254',
    '127.0.0.1',
    '10.1.2.3',
    '172.20.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
  ])('%s is not public', address => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each(['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'])('%s is public', address => {
    expect(isPublicAddress(address)).toBe(true)
  })

  test.each(['http://2130706433/', 'http://0x7f.1/', 'http://[::ffff:169.254.169.254]/', 'http://127.1/'])(
    'the disguised address in %s is refused',
    url => {
      expect(() => assertLiteralIsPublic(new URL(url))).toThrow(ForbiddenAddress)
    },
  )
})
