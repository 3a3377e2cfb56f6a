/** Leaves the shop for another site. */
export const leave = (url: string) => location.assign(url)
