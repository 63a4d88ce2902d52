/** Controls that changes speak to: SOC 2 CC6 and CC8, ISO 27001:2022 annex A; sorted by what a reviewer asks about. */

export type Control = `CC${number}.${number}` | `A.${number}.${number}`

export const SIGN_ON: readonly Control[] = ['CC6.1', 'A.5.16', 'A.8.5']
export const ACCESS: readonly Control[] = ['CC6.1', 'CC6.3', 'A.5.15', 'A.5.18']
export const PRIVILEGED: readonly Control[] = ['CC6.1', 'CC6.3', 'A.5.18', 'A.8.2']
export const LEAVING: readonly Control[] = ['CC6.2', 'CC6.3', 'A.5.18']
export const JOINING: readonly Control[] = ['CC6.2', 'A.5.16', 'A.5.18']
export const PUBLISHED: readonly Control[] = ['CC6.1', 'CC6.7', 'A.5.15', 'A.8.3']
export const CHANGES: readonly Control[] = ['CC8.1', 'A.8.32']
export const INTEGRATIONS: readonly Control[] = ['CC6.1', 'CC6.6', 'A.5.19']
export const IDENTITY: readonly Control[] = ['A.5.16']
