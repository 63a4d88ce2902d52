/** Times as the people see them who wrote the schedules. */

/** `2026-11-21 03:00:05`, in that zone: say which one beside it. */
export function formatLocal(iso: string, timezone: string): string {
  return new Date(iso).toLocaleString('sv-SE', { timeZone: timezone })
}
