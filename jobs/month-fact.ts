/** What the vault remembers of reports of months: the last one that was written, and which one was told. */

export function monthFact(organization: string): string {
  return `month written ${organization}`
}

export function toldMonthFact(organization: string): string {
  return `month told ${organization}`
}
