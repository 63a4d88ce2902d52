import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { diskError } from '../../src/model/disk-errors.ts'

function coded(code: string, fields: object = {}): Error {
  return Object.assign(new Error(`${code}: made up`), { code, ...fields })
}

test('a full disk is called so wherever it was met, and free bytes are told of a path only', () => {
  const full = new Database.SqliteError('database or disk is full', 'SQLITE_FULL')
  expect(diskError(full)?.message).toBe(
    'the disk cannot be written: database or disk is full; nothing is lost',
  )
  expect(diskError(full, '/')?.message).toMatch(
    /^\/ cannot be written: .+ \(\d+ bytes free\); nothing is lost$/,
  )
  expect(diskError(coded('ENOSPC', { syscall: 'fsync' }))?.hint).toContain('make room')
})

test.each(['EIO', 'SQLITE_IOERR', 'SQLITE_IOERR_FSYNC'])(
  '%s is told as a disk that fails, not as a full one',
  code => {
    const error = diskError(coded(code, { syscall: 'fsync' }))
    expect(error).toMatchObject({ code: 'disk', retry: 'later' })
    expect(error?.message).toContain('cannot be read or written')
    expect(error?.hint).toContain('docvault check')
  },
)

test('a socket that may not be opened is no disk', () => {
  expect(diskError(coded('EACCES', { syscall: 'connect' }))).toBe(null)
  expect(diskError(coded('EACCES', { path: '/vault', syscall: 'open' }))?.message).toContain(
    '/vault may not be opened',
  )
})
