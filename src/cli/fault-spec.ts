/**
 * Reads `--faults`: a JSON object or array as `POST /_emulator/faults` takes it, or the short form
 * `getPageById:status:status=500:count=3,download:reset`.
 */
import type { FaultSpec } from '../emulator/emulator.ts'
import { isFaultSpec } from '../emulator/emulator.ts'
import { UsageError } from '../model/errors.ts'

export function parseFaults(text: string): FaultSpec[] {
  const specs = /^\s*[[{]/.test(text) ? parseJson(text) : text.split(',').map(parseShort)
  return specs.map(spec => {
    if (isFaultSpec(spec)) return spec
    throw new UsageError(`--faults: ${JSON.stringify(spec)} is no fault`, {
      hint: 'a fault has an operation and a kind, e.g. getPageById:status:status=500',
    })
  })
}

function parseJson(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : [value]
  } catch (cause) {
    throw new UsageError('--faults is no JSON', { cause })
  }
}

function parseShort(text: string): unknown {
  const [operation, kind, ...fields] = text.split(':')
  const pairs = fields.map(field => {
    const [name = '', value = ''] = field.split('=')
    return [name, /^[\d.]+$/.test(value) ? Number(value) : value] as const
  })
  return { operation, kind, ...Object.fromEntries(pairs) }
}
