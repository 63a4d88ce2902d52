/** Times as the people see them who wrote the schedules. */
import { perZone } from './zoned-time.ts'

/** `2026-11-21 03:00:05`, in that zone: say which one beside it. */
export function formatLocal(iso: string, timezone: string): string {
  return makeFormatLocal(timezone)(iso)
}

/** For many of them. */
export function makeFormatLocal(timezone: string): (iso: string) => string {
  const format = formatOf(timezone)
  return iso => format.format(new Date(iso))
}

const formatOf = perZone(
  timeZone =>
    new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    }),
)
