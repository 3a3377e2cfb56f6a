/** Leaves the shop for another site, such as the bank's page. */
export const leave = (url: string) => location.assign(url)
