/** A text and where in a resource it stands. */
export interface FieldText {
  /** Dotted, as `title`; of bodies `text`, `addresses`, `markdown`, `content`. */
  field: string
  text: string
}
