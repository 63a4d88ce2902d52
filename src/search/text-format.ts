/** What indexes made by one version of docvault have in common. */

/** To be raised whenever texts have another normal form, others are searched, or an index has other tables: then it is made anew. */
export const TEXT_FORMAT = 3

/** No normal form contains it: it ends texts in an index, so that each of their characters begins some trigram. */
export const TEXT_END = '\u0001\u0001'
