/** Times as the people see them who wrote the schedules. */

/** `2026-11-21 03:00:05`, in that zone: say which one beside it. */
export function formatLocal(iso: string, timezone: string): string {
  return makeFormatLocal(timezone)(iso)
}

/** For many of them. */
export function makeFormatLocal(timezone: string): (iso: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  })
  return iso => format.format(new Date(iso))
}
