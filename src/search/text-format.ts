/** What indexes made by one version of docvault have in common. */

/** To be raised whenever a text has another normal form, or other texts are searched: then every index is made anew. */
export const TEXT_FORMAT = 1

/** No normal form contains it: it ends texts in an index, so that each of their characters begins some trigram. */
export const TEXT_END = '\u0001\u0001'
