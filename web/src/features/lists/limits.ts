// As the server has them.
export const NAME = { shortest: 2, longest: 80 }
export const LONGEST_DESCRIPTION = 500
