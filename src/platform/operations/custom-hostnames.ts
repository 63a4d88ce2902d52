/** *Extension.* Host names that people brought along, of organizations and sites. */
import { z } from 'zod'
import type { Caller } from '../caller.ts'

const hostnameSchema = z.looseObject({
  hostname: z.string(),
  target: z.looseObject({ type: z.string() }),
  isActive: z.boolean(),
})
export type CustomHostname = z.infer<typeof hostnameSchema>

export const customHostnameOperations = (caller: Caller) => ({
  /** *Extension.* Whom it belongs to, and whether it works. */
  of: (hostname: string) => caller.get(['getCustomHostname', ['custom-hostnames', hostname]], hostnameSchema),
})
