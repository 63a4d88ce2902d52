/** A text in the form in which it was searched, and where in it something is, counted as JavaScript does. */
export interface Found {
  within: string
  start: number
  end: number
}
