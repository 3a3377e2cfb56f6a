/** Leaves the shop for a page that is not part of it, as the bank's. */
export const leave = (url: string) => location.assign(url)
