// Places: where in the records of e-mail something is sealed.

/** The text of an e-mail. */
export const emailTextLabel = (id: number): string => `email/${id}/text`;
