/** How much of what a rate limit allows was used, from the windows that the emulator counted. */
import { z } from 'zod'

const windowSchema = z.object({ reset: z.number(), allowed: z.number(), refused: z.number() })

export interface RateUse {
  refused: number
  /** Windows between the first and the last, which are used for a part of their time only; unused ones included. */
  windows: number
  /** Of what these allow, from 0 to 1. */
  used: number
}

export function rateUse(counted: unknown, perWindow: number, windowSeconds: number): RateUse {
  const windows = z.array(windowSchema).parse(counted)
  const [first, last] = [windows.at(0), windows.at(-1)]
  const between = first && last ? (last.reset - first.reset) / windowSeconds - 1 : 0
  const allowed = windows.slice(1, -1).reduce((sum, window) => sum + window.allowed, 0)
  return {
    refused: windows.reduce((sum, window) => sum + window.refused, 0),
    windows: between,
    used: allowed / (between * perWindow),
  }
}
